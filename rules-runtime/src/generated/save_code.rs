//! Code that is generated for rulesets where the feature `serde` is on, which the compiler of rules does not know.

/// What generated code calls to save and restore its sessions.
#[doc(hidden)]
#[macro_export]
macro_rules! save_generated {
    (
        $session:ident, $builder:ident, $program:ident, $globals:ident,
        facts: [$($fact:ty),*],
        globals: $count:literal [$($global:ident: $type:ty),*],
        past: [$($field:ident: $kept:ty),*],
        trailed: [$($trailed:ty)?],
        clock: [$($clock:ty)?],
        parts: [$($part:expr),*],
        kinds: [$($kind:expr),*],
    ) => {
        impl<TheListener> $crate::generated::Persist<TheListener> for $program
        where
            $($fact: $crate::generated::SaveFor<TheListener>,)*
            $($kept: $crate::generated::SaveFor<TheListener>,)*
            $($trailed: $crate::generated::SaveFor<TheListener>,)?
            $($clock: $crate::generated::SaveFor<TheListener>,)?
        {
            const PARTS: &'static [$crate::generated::RulesetPart] = &[$($part),*];
            const KINDS: &'static [::core::primitive::u32] = &[$($kind),*];

            fn facts<__V: $crate::generated::FactVisitor<Self, TheListener>>(
                __visitor: &mut __V,
            ) -> ::core::result::Result<(), __V::Error> {
                $(__visitor.visit::<$fact>()?;)*
                ::core::result::Result::Ok(())
            }

            fn past<__V: $crate::generated::PastVisitor<TheListener>>(
                __memory: &Self::Memory,
                __visitor: &mut __V,
            ) -> ::core::result::Result<(), __V::Error> {
                $(__visitor.visit(&__memory.$field)?;)*
                ::core::result::Result::Ok(())
            }

            fn past_mut<__V: $crate::generated::PastVisitorMut<TheListener>>(
                __memory: &mut Self::Memory,
                __visitor: &mut __V,
            ) -> ::core::result::Result<(), __V::Error> {
                $(__visitor.visit(&mut __memory.$field)?;)*
                ::core::result::Result::Ok(())
            }

            $($crate::save_clock_generated! { $clock })?
        }

        impl<TheListener> $crate::generated::PersistGlobals<TheListener> for $program
        where
            $($fact: $crate::generated::SaveFor<TheListener>,)*
            $($kept: $crate::generated::SaveFor<TheListener>,)*
            $($trailed: $crate::generated::SaveFor<TheListener>,)?
            $($clock: $crate::generated::SaveFor<TheListener>,)?
            $($type: $crate::generated::SaveFor<TheListener>,)*
        {
            const COUNT: usize = $count;

            fn save_globals<__S: $crate::generated::serde::ser::SerializeTuple>(
                __globals: &$globals,
                __tuple: &mut __S,
            ) -> ::core::result::Result<(), __S::Error> {
                $(__tuple.serialize_element(
                    &$crate::generated::Saved::<$type, TheListener>::new(&__globals.$global),
                )?;)*
                ::core::result::Result::Ok(())
            }

            fn load_globals<'de, __A: $crate::generated::serde::de::SeqAccess<'de>>(
                __tuple: &mut __A,
            ) -> ::core::result::Result<$globals, __A::Error> {
                ::core::result::Result::Ok($globals {
                    $($global: $crate::generated::next_value::<$type, TheListener, __A>(__tuple)?,)*
                })
            }
        }

        impl<TheListener> $crate::generated::serde::Serialize for $session<TheListener>
        where
            $($fact: $crate::generated::SaveFor<TheListener>,)*
            $($kept: $crate::generated::SaveFor<TheListener>,)*
            $($trailed: $crate::generated::SaveFor<TheListener>,)?
            $($clock: $crate::generated::SaveFor<TheListener>,)?
            $($type: $crate::generated::SaveFor<TheListener>,)*
        {
            fn serialize<__S: $crate::generated::serde::Serializer>(
                &self,
                serializer: __S,
            ) -> ::core::result::Result<__S::Ok, __S::Error> {
                $crate::generated::Snapshot::__save(&self.session, serializer)
            }
        }

        impl<'de, TheListener> $crate::generated::serde::Deserialize<'de> for $session<TheListener>
        where
            TheListener: $crate::Listener + ::core::default::Default,
            $($fact: $crate::generated::SaveFor<TheListener>,)*
            $($kept: $crate::generated::SaveFor<TheListener>,)*
            $($trailed: $crate::generated::SaveFor<TheListener>,)?
            $($clock: $crate::generated::SaveFor<TheListener>,)?
            $($type: $crate::generated::SaveFor<TheListener>,)*
        {
            fn deserialize<__D: $crate::generated::serde::Deserializer<'de>>(
                deserializer: __D,
            ) -> ::core::result::Result<Self, __D::Error> {
                let listener = <TheListener as ::core::default::Default>::default();
                let session = $crate::generated::restore(listener, deserializer)?;
                ::core::result::Result::Ok($session { session })
            }
        }

        #[allow(dead_code)]
        impl<TheListener> $session<TheListener> {
            /// The session without its globals, to be saved.
            #[must_use]
            pub fn without_globals(&self) -> $crate::Snapshot<'_, $program, TheListener> {
                $crate::Snapshot::__without_globals(&self.session)
            }
        }

        #[allow(dead_code)]
        impl<TheListener> $builder<TheListener> {
            /// Restores a session that was saved.
            ///
            /// # Errors
            ///
            /// Fails as the deserializer does, if what it gives was saved by a version of the ruleset
            /// that does not go together with this one or without its globals, or if it has been altered.
            pub fn restore<'de, __D: $crate::generated::serde::Deserializer<'de>>(
                self,
                deserializer: __D,
            ) -> ::core::result::Result<$session<TheListener>, __D::Error>
            where
                TheListener: $crate::Listener,
                $($fact: $crate::generated::SaveFor<TheListener>,)*
                $($kept: $crate::generated::SaveFor<TheListener>,)*
                $($trailed: $crate::generated::SaveFor<TheListener>,)?
                $($clock: $crate::generated::SaveFor<TheListener>,)?
                $($type: $crate::generated::SaveFor<TheListener>,)*
            {
                let session = $crate::generated::restore(self.listener, deserializer)?;
                ::core::result::Result::Ok($session { session })
            }

            /// Why a snapshot is not restored, in words: for formats whose errors keep none, as postcard. `None` where
            /// nothing stands in the way before its globals are read; what stands behind them, as the digests, is
            /// not looked at.
            pub fn refusal<'de, __D: $crate::generated::serde::Deserializer<'de>>(
                self,
                deserializer: __D,
            ) -> ::core::option::Option<$crate::generated::String>
            where
                $($fact: $crate::generated::SaveFor<TheListener>,)*
                $($kept: $crate::generated::SaveFor<TheListener>,)*
                $($trailed: $crate::generated::SaveFor<TheListener>,)?
                $($clock: $crate::generated::SaveFor<TheListener>,)?
            {
                $crate::generated::refusal::<$program, TheListener, __D>(deserializer)
            }

            /// Restores a session that was saved without its globals.
            ///
            /// # Errors
            ///
            /// Fails as the deserializer does, if what it gives was saved by a version of the ruleset
            /// that does not go together with this one or with its globals, or if it has been altered.
            pub fn restore_with<'de, __D: $crate::generated::serde::Deserializer<'de>>(
                self,
                deserializer: __D,
                $($global: $type),*
            ) -> ::core::result::Result<$session<TheListener>, __D::Error>
            where
                TheListener: $crate::Listener,
                $($fact: $crate::generated::SaveFor<TheListener>,)*
                $($kept: $crate::generated::SaveFor<TheListener>,)*
                $($trailed: $crate::generated::SaveFor<TheListener>,)?
                $($clock: $crate::generated::SaveFor<TheListener>,)?
            {
                let globals = $globals { $($global),* };
                let session = $crate::generated::restore_with(
                    self.listener,
                    globals,
                    deserializer,
                )?;
                ::core::result::Result::Ok($session { session })
            }
        }
    };
}

/// What saves and restores the clock of a session, where it has one.
#[doc(hidden)]
#[macro_export]
macro_rules! save_clock_generated {
    ($clock:ty) => {
        const CLOCK: usize = 3;

        fn save_clock<__S: $crate::generated::serde::ser::SerializeTuple>(
            __memory: &Self::Memory,
            __parts: &mut __S,
        ) -> ::core::result::Result<(), __S::Error> {
            $crate::generated::save_clock::<Self, TheListener, __S>(__memory, __parts)
        }

        fn load_clock<'de, __A: $crate::generated::serde::de::SeqAccess<'de>>(
            __memory: &mut Self::Memory,
            __parts: &mut __A,
        ) -> ::core::result::Result<(), __A::Error> {
            $crate::generated::load_clock::<Self, TheListener, __A>(__memory, __parts)
        }

        fn carry_clock(
            __memory: &mut Self::Memory,
            __kinds: &[::core::option::Option<$crate::generated::KindId>],
        ) {
            $crate::generated::carry_clock::<Self>(__memory, __kinds);
        }

        fn skip_instant<'de, __A: $crate::generated::serde::de::SeqAccess<'de>>(
            __instants: &mut __A,
        ) -> ::core::result::Result<(), __A::Error> {
            $crate::generated::skip_instant::<Self, TheListener, __A>(__instants)
        }

        fn arrange_clock(__memory: &mut Self::Memory) -> ::core::result::Result<(), &'static str> {
            $crate::generated::arrange_clock::<Self>(__memory)
        }
    };
}
