//! How the command is linked.
//!
//! - At a fixed address: that spares the loader 70,000 pointers that it would have to move at every
//!   start, a third of the time of a small answer.
//! - Functions of the same code once: generic code of the dependencies that are not optimised is the
//!   same for many types. The linker of this target's toolchain can do that, others may not.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    let target = |name: &str| std::env::var(format!("CARGO_CFG_TARGET_{name}")).unwrap_or_default();
    if target("OS") == "linux" && target("ENV") == "gnu" {
        println!("cargo:rustc-link-arg-bins=-no-pie");
        if target("ARCH") == "x86_64" {
            println!("cargo:rustc-link-arg-bins=-Wl,--icf=all");
        }
    }
}
