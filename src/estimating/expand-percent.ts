import { fraction, over, times } from '#base/fraction.ts'
import { saying } from '#base/saying.ts'
import type { RecipeComponent } from '#contracts/recipe.ts'
import { addSums, settle, sumsOf, totalOf, type Expanded, type Expansion, type Sums } from './expansion.ts'
import { problem, type RecipeProblem } from './recipe-problem.ts'

type Percent = Extract<RecipeComponent, { kind: 'percent' }>

interface Done {
  component: RecipeComponent
  sums: Sums
}

/**
 * A percentage of the components that stand before it: of one type, of all but percentages (`direct`), or of those it
 * names. What stands behind it cannot be in it; `checkRecipe` refuses a recipe in which a percentage would miss something.
 */
export function expandPercent(
  run: Expansion,
  { label, percent, of, type }: Percent,
  path: string,
  done: readonly Done[],
): Expanded {
  const missing =
    typeof of === 'string' ? [] : of.filter((key) => !done.some(({ component }) => component.key === key))
  for (const key of missing) run.problems.push(notBefore(label, key, path))
  const base = missing.length > 0 ? null : baseOf(of, done)
  const amount = base && settle(over(times(base, fraction(percent)), fraction('100')), run.rounding.amount)
  return {
    node: {
      kind: 'percent',
      path,
      label,
      percent,
      of,
      type,
      base: base && settle(base, run.rounding.amount).text,
      amount: amount?.text ?? null,
    },
    sums: sumsOf(type, amount?.value ?? null),
  }
}

/** The refusal of a percentage of something that does not stand before it. */
export const notBefore = (label: string, key: string, path: string): RecipeProblem =>
  problem(
    'percent',
    path,
    saying('“{{label}}” is taken of “{{name}}”, which does not stand before it.', { label, name: key }),
  )

function baseOf(of: Percent['of'], done: readonly Done[]): ReturnType<typeof totalOf> | null {
  const parts = done.filter(({ component }) =>
    typeof of === 'string' ? component.kind !== 'percent' : of.includes(component.key),
  )
  const sums = addSums(parts.map((part) => part.sums))
  if (of === 'direct' || typeof of !== 'string') return sums.missing.size > 0 ? null : totalOf(sums)
  return sums.missing.has(of) ? null : sums.by[of]
}
