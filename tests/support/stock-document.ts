import { must } from '#base/assert.ts'
import { definitionOf, describeComponent } from '#components/definitions.ts'
import { layoutSchema } from '#contracts/layout.ts'
import { parseExpressionsIn } from '#expressions/parse-expressions-in.ts'
import { allFeatures } from '#features/all-features.ts'

/** The shipped layout of this key as a screen draws it, without a server. */
export function stockDocument(key: string) {
  const shipped = allFeatures.flatMap(({ layouts }) => layouts.map((layout) => layoutSchema.parse(layout)))
  const layout = must(shipped.find((one) => one.key === key))
  const types = new Set(Object.values(layout.nodes).map(({ component }) => component))
  return {
    layout,
    expressions: parseExpressionsIn(layout),
    components: Object.fromEntries(
      [...types].map((type) => [type, describeComponent(must(definitionOf(type)))]),
    ),
  }
}
