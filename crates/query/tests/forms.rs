//! Round trips of random requests through each of their forms.

mod requests;

use oddsmith_query::{PARAMETERS, Request};
use proptest::prelude::*;
use requests::request;

proptest! {
    #[test]
    fn a_link_reads_back_as_its_request(request in request()) {
        prop_assert_eq!(Request::of_link(&request.link()), Ok(request));
    }

    #[test]
    fn json_reads_back_as_its_request(request in request()) {
        prop_assert_eq!(Request::of_json(&request.json()), Ok(request));
    }
}

#[test]
fn option_names_are_unique() {
    for (place, parameter) in PARAMETERS.iter().enumerate() {
        for other in &PARAMETERS[..place] {
            assert!(other.key != parameter.key && other.flag != parameter.flag, "{parameter:?}");
        }
        assert!(!parameter.help.is_empty() && !parameter.actions.is_empty(), "{parameter:?}");
    }
}
