import { invalid } from '#base/app-error.ts'
import { must } from '#base/assert.ts'
import { decimal, decimalText, isDecimalText } from '#base/decimal.ts'
import {
  compareFractions,
  fixedText,
  fraction,
  minus,
  over,
  times,
  zero,
  type Fraction,
} from '#base/fraction.ts'
import type { Row } from '#contracts/query.ts'
import type { RecordContext } from '../records/record-context.ts'
import { keyOf } from './component-of.ts'
import { loadRecipes } from './load-recipes.ts'
import { hoursOf, workOutVersion } from './work-out-version.ts'

/**
 * What the components of a version would say for the version to come to so many hours for a unit: labour of its own in
 * proportion, whatever recipes within it take as they are. Throws 422 where no labour of its own could come to that.
 */
export async function scaleHours(
  context: RecordContext,
  version: string,
  measured: string,
): Promise<(component: Row) => Readonly<Record<string, unknown>>> {
  const loaded = await loadRecipes(context, [version])
  const { children } = workOutVersion(loaded, must(loaded.versions.get(version))).tree
  const own = children.filter((node) => node.kind !== 'recipe' && hasHours(hoursOf([node])))
  const rest = hoursOf(children.filter(({ kind }) => kind === 'recipe'))
  const left = minus(fraction(measured), rest)
  if (own.length === 0 || !hasHours(left))
    throw invalid([
      {
        path: 'version',
        code: 'hours',
        message: 'The hours of this recipe are those of recipes within it. Change these.',
      },
    ])
  const factor = over(left, hoursOf(own))
  const labour = new Set(own.map(({ path }) => path))
  return (component) => {
    if (!labour.has(keyOf(String(component.id), component))) return {}
    if (component.mode === 'productivity')
      return { output_per_hour: digits(over(fraction(plain(component.output_per_hour)), factor)) }
    const quantity = String(component.qty_expr)
    return {
      qty_expr: isDecimalText(quantity)
        ? digits(times(fraction(plain(quantity)), factor))
        : `(${quantity}) * ${digits(factor)}`,
    }
  }
}

const hasHours = (hours: Fraction): boolean => compareFractions(hours, zero) > 0

const plain = (value: unknown): string => decimalText(decimal(String(value)))

/** At most six digits after the point, none for nothing. */
const digits = (value: Fraction): string => plain(fixedText(value, { digits: 6, mode: 'half_up' }))
