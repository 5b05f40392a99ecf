//! What holds of a scene in every state.
