//! The inspector's page, opened and clicked through in a browser: see the tests.
