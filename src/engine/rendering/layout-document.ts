import type { ComponentDescription } from '#contracts/component.ts'
import type { ExpressionTree } from '#contracts/expression.ts'
import type { Layout } from '#contracts/layout.ts'

/** A layout with all a screen needs to draw it: the trees of its expressions and the descriptions of its components. */
export interface LayoutDocument {
  layout: Layout
  /** By the expression's text. */
  expressions: Readonly<Record<string, ExpressionTree>>
  /** By component type. One that is absent is drawn without defaults and translation. */
  components: Readonly<Record<string, ComponentDescription>>
  /** The words the product wrote, by node; absent: all. See `translateIn`. */
  productWords?: Readonly<Record<string, readonly string[]>> | undefined
}
