import { decimal, decimalText, isDecimalText } from '#base/decimal.ts'
import { saying, type Message } from '#base/saying.ts'
import type { RecipeParam, RecipeTable, RecipeVersion } from '#contracts/recipe.ts'
import { ExpressionError } from '#expressions/expression-error.ts'
import { isForbiddenKey } from '#expressions/forbidden-keys.ts'
import { parseExpression } from '#expressions/parse.ts'
import { checkFormula } from './check-formula.ts'
import { declaredMeasure, isUnitName, QuantityPlace, typeOfParam } from './quantity-place.ts'
import { problem, type RecipeProblem } from './recipe-problem.ts'
import { noUnit, refusalOf, wrongDimension } from './resolve-params.ts'

/**
 * What is wrong with the parameters and tables of a version, and the place its formulas are checked in. A name must be free:
 * no unit, no word of the language, not taken twice.
 */
export function checkParams({ params, tables }: RecipeVersion): {
  place: QuantityPlace
  problems: RecipeProblem[]
} {
  const place = new QuantityPlace(tables)
  const problems: RecipeProblem[] = []
  const taken = new Set<string>()
  const name = (key: string, path: string): void => {
    const refusal = whyTaken(key, taken)
    if (refusal !== null) problems.push(problem('name_taken', path, refusal))
    taken.add(key)
  }
  for (const table of tables) {
    name(table.key, `tables.${table.key}`)
    problems.push(...checkTable(table))
  }
  for (const param of params) {
    const path = `params.${param.key}`
    name(param.key, path)
    problems.push(...checkParam(param, params, place).map((one) => ({ ...one, path })))
    place.declare(param)
  }
  return { place, problems }
}

function whyTaken(name: string, taken: ReadonlySet<string>): Message | null {
  const isWord = (): Message => saying('“{{name}}” is a word of the language; choose another name.', { name })
  if (isUnitName(name)) return saying('“{{name}}” is a unit in formulas; choose another name.', { name })
  if (taken.has(name)) return saying('“{{name}}” is there twice.', { name })
  if (isForbiddenKey(name)) return saying('“{{name}}” cannot be a name.', { name })
  try {
    return parseExpression(name).op === 'name' ? null : isWord()
  } catch (error) {
    if (error instanceof ExpressionError) return isWord()
    throw error
  }
}

function checkParam(param: RecipeParam, all: readonly RecipeParam[], place: QuantityPlace): RecipeProblem[] {
  if (param.kind === 'bool') return []
  if (param.kind !== 'choice' && !declaredMeasure(param.unit))
    return [problem('unknown_unit', '', noUnit(param.unit))]
  if (param.kind === 'derived')
    return checkFormula(param.formula, '', place, (type) =>
      wrongDimension(type, typeOfParam(param), param.label),
    )
  const refusal = refusalOf(param, param.default)
  return [
    ...(refusal === null
      ? []
      : [problem('param', '', saying('The default does not fit: {{why}}', { why: refusal }))]),
    ...(param.kind === 'choice' ? checkOverrides(param, all) : []),
  ]
}

function checkOverrides(
  { key, choices }: Extract<RecipeParam, { kind: 'choice' }>,
  all: readonly RecipeParam[],
): RecipeProblem[] {
  return choices.flatMap(({ value, overrides }) =>
    Object.entries(overrides).flatMap(([name, brought]) => {
      const param = all.find((one) => one.key === name)
      const refusal =
        !param || name === key
          ? saying('“{{value}}” brings a value for “{{name}}”, which it cannot.', { value, name })
          : refusalOf(param, brought)
      return refusal === null ? [] : [problem('param', '', refusal)]
    }),
  )
}

function checkTable({ key, key_unit, unit, rows }: RecipeTable): RecipeProblem[] {
  const path = `tables.${key}`
  const unknown = [unit, key_unit ?? ''].filter((text) => !declaredMeasure(text))
  // "1.0" and "1" are one number.
  const keys = rows.map((row) =>
    key_unit !== null && isDecimalText(row.key) ? decimalText(decimal(row.key)) : row.key,
  )
  return [
    ...unknown.map((text) => problem('unknown_unit', path, noUnit(text))),
    ...keys
      .filter((text) => key_unit !== null && !isDecimalText(text))
      .map((text) => problem('table', path, saying('“{{text}}” is no number.', { text }))),
    ...[...new Set(keys.filter((text, index) => keys.indexOf(text) !== index))].map((text) =>
      problem('table', path, saying('There are two rows for “{{text}}”.', { text })),
    ),
  ]
}
