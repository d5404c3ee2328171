//! Which pages may connect: those of this server. A browser says from where a page is, and lets any page try.

use std::net::IpAddr;

use axum::http::uri::Authority;
use axum::http::{HeaderMap, Uri, header};

/// Whose pages may connect.
#[derive(Debug, Clone, Default)]
pub(super) struct Origins {
    /// Other places than this server, such as `https://games.example`.
    pub(super) others: Vec<String>,
    /// Whether the server can be reached from this machine alone. Then no other name than its own leads to it: a name
    /// that somebody has made to lead here is that of a foreign page.
    pub(super) is_local: bool,
}

impl Origins {
    /// Whether a request is from a page of this server, or from no page.
    pub(super) fn allow(&self, headers: &HeaderMap) -> bool {
        let Some(origin) = headers.get(header::ORIGIN) else {
            return true;
        };
        let Ok(origin) = origin.to_str() else {
            return false;
        };
        if self
            .others
            .iter()
            .any(|other| other.eq_ignore_ascii_case(origin))
        {
            return true;
        }
        let host = headers
            .get(header::HOST)
            .and_then(|host| host.to_str().ok());
        let host: Option<Authority> = host.and_then(|host| host.parse().ok());
        let origin: Option<Uri> = origin.parse().ok();
        match (origin.as_ref().and_then(Uri::authority), host) {
            (Some(origin), Some(host)) => *origin == host && (!self.is_local || is_local(&host)),
            _ => false,
        }
    }
}

/// Whether this is a name of the machine itself.
fn is_local(host: &Authority) -> bool {
    let name = host.host().trim_matches(['[', ']']);
    let address: Option<IpAddr> = name.parse().ok();
    name.eq_ignore_ascii_case("localhost") || address.is_some_and(|address| address.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn allows(is_local: bool, origin: &str, host: &str) -> bool {
        let others = vec!["https://games.example".to_owned()];
        let mut headers = HeaderMap::new();
        headers.insert(header::ORIGIN, origin.parse().unwrap());
        headers.insert(header::HOST, host.parse().unwrap());
        Origins { others, is_local }.allow(&headers)
    }

    #[test]
    fn a_page_of_this_server_may_connect_and_no_other() {
        for (origin, host) in [
            ("http://127.0.0.1:8080", "127.0.0.1:8080"),
            ("http://LOCALHOST:8080", "localhost:8080"),
            ("http://[::1]:8080", "[::1]:8080"),
            ("https://games.example", "127.0.0.1:8080"),
        ] {
            assert!(allows(true, origin, host), "{origin}");
        }
        for (origin, host) in [
            ("http://evil.example", "127.0.0.1:8080"),
            ("http://127.0.0.1:8081", "127.0.0.1:8080"),
            ("http://evil.example:8080", "evil.example:8080"),
            ("null", "127.0.0.1:8080"),
            ("", "127.0.0.1:8080"),
            ("file://", "127.0.0.1:8080"),
        ] {
            assert!(!allows(true, origin, host), "{origin}");
        }
        assert!(allows(false, "http://box.example:8080", "box.example:8080"));
        assert!(Origins::default().allow(&HeaderMap::new()));
    }
}
