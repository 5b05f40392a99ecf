//! Templates whose texts end: what an expression puts together is counted while it is made.
//!
//! minijinja bounds its steps but not what a step makes: `x ~ x` over and over doubles a text. So
//! what is compiled is gone through before it runs: each `~`, `+`, `*` and each list becomes a
//! filter that does the same and counts, and plain words are printed as values are.

use std::collections::BTreeMap;

use minijinja::machinery::{
    CodeGenerator, CompiledTemplate, Instruction, Instructions, eval, get_compiled_template,
    make_string_output, parse_expr,
};
use minijinja::{AutoEscape, Environment, Error, Expression, Value};

use super::made::{JOINED, LISTED, NAMED, PAIRED, PLUS, TIMES};
use super::written::{fits, fitting};

/// The same instructions, counted.
fn counted<'t>(plain: &Instructions<'t>) -> Instructions<'t> {
    let each = || (0..).map_while(|at| plain.get(at));
    // Where each stands: plain words become two, a constant and its printing.
    let mut places = vec![0];
    for instruction in each() {
        let length = if matches!(instruction, Instruction::EmitRaw(_)) { 2 } else { 1 };
        places.push(places[places.len() - 1] + length);
    }
    let place = |at: u32| places.get(at as usize).copied().unwrap_or(at);
    let mut counted = Instructions::new(plain.name(), plain.source());
    for (at, instruction) in (0..).zip(each()) {
        let filter = |name, count| Instruction::ApplyFilter(name, Some(count), u8::MAX);
        let count = |count: usize| u16::try_from(count).ok();
        let made = match instruction.clone() {
            Instruction::EmitRaw(text) => {
                let text = Instruction::LoadConst(Value::from_safe_string(text.to_owned()));
                let line = plain.get_line(at).unwrap_or(0) as u16;
                counted.add_with_line(text, line);
                Instruction::Emit
            }
            Instruction::StringConcat => filter(JOINED, 2),
            Instruction::Add => filter(PLUS, 2),
            Instruction::Mul => filter(TIMES, 2),
            Instruction::BuildList(Some(values @ 1..)) if count(values).is_some() => {
                filter(LISTED, values as u16)
            }
            Instruction::BuildTuple(Some(values @ 1..)) if count(values).is_some() => {
                filter(PAIRED, values as u16)
            }
            Instruction::BuildMap(pairs @ 1..) if count(2 * pairs).is_some() => {
                filter(NAMED, 2 * pairs as u16)
            }
            Instruction::Iterate(to) => Instruction::Iterate(place(to)),
            Instruction::Jump(to) => Instruction::Jump(place(to)),
            Instruction::JumpIfFalse(to) => Instruction::JumpIfFalse(place(to)),
            Instruction::JumpIfFalseOrPop(to) => Instruction::JumpIfFalseOrPop(place(to)),
            Instruction::JumpIfTrueOrPop(to) => Instruction::JumpIfTrueOrPop(place(to)),
            Instruction::BuildMacro(name, from, flags) => {
                Instruction::BuildMacro(name, place(from), flags)
            }
            other => other,
        };
        match plain.get_line(at) {
            Some(line) => counted.add_with_line(made, line as u16),
            None => counted.add(made),
        };
    }
    counted
}

/// The value of an expression.
pub fn value(
    environment: &Environment<'_>,
    expression: &str,
    context: Value,
) -> Result<Value, Error> {
    fits(expression)?;
    let parsed = parse_expr(expression)?;
    let mut code = CodeGenerator::new("<expression>", expression);
    code.compile_expr(&parsed);
    let instructions = counted(&code.finish().0);
    let (mut nothing, blocks) = (String::new(), BTreeMap::new());
    let mut out = make_string_output(&mut nothing);
    let (value, _) =
        eval(environment, &instructions, context, &blocks, &mut out, AutoEscape::None)?;
    Ok(value.unwrap_or_default())
}

/// An expression that is worked out at many points.
pub fn compiled<'e>(
    environment: &'e Environment<'e>,
    expression: &str,
) -> Result<Expression<'e, 'e>, Error> {
    fits(expression)?;
    environment.compile_expression_owned(expression.to_owned())
}

/// A text with its expressions worked out; whether words are escaped hangs on its name.
pub fn render(
    environment: &Environment<'_>,
    name: &str,
    text: &str,
    context: Value,
) -> Result<String, Error> {
    fitting(text)?;
    let template = environment.template_from_named_str(name, text)?;
    let CompiledTemplate { instructions, blocks, initial_auto_escape, .. } =
        get_compiled_template(&template);
    let blocks = blocks.iter().map(|(name, block)| (*name, counted(block))).collect();
    let instructions = counted(instructions);
    let mut words = String::new();
    let mut out = make_string_output(&mut words);
    eval(environment, &instructions, context, &blocks, &mut out, initial_auto_escape.clone())?;
    drop(out);
    Ok(words)
}
