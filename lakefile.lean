import Lake
open Lake DSL

package pycheck

/-- The mechanisms and their theorems. `lean/bootstrap` is not part of the library: the embedded
checker alone compiles it, in place of the `Init` that comes with a Lean toolchain. -/
@[default_target]
lean_lib Mechanisms where
  srcDir := "lean"
  roots := #[`Mechanisms]
