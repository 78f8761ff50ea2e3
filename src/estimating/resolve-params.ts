import { isDecimalText } from '#base/decimal.ts'
import { compareFractions, fraction } from '#base/fraction.ts'
import { saying, type Message } from '#base/saying.ts'
import type { ParamValue, RecipeParam, RecipeVersion } from '#contracts/recipe.ts'
import { ExpressionError } from '#expressions/expression-error.ts'
import type { QuantityType } from '#expressions/quantity-type.ts'
import { sameDimension } from '#expressions/dimension.ts'
import { inWords } from './formula-quantity.ts'
import { declaredMeasure, inUnit, QuantityPlace, typeOfParam } from './quantity-place.ts'
import { formulaProblem, problem, type RecipeProblem } from './recipe-problem.ts'
import { workOut } from './work-out.ts'

/** A parameter with the value that counts and where it comes from. */
export interface ResolvedParam {
  key: string
  label: string
  /** Empty for plain numbers, choices, yes and no. */
  unit: string
  value: ParamValue
  from: 'given' | 'choice' | 'default' | 'derived'
  /** Of a derived one: its formula, and the same with numbers. */
  formula?: string
  numbers?: string
}

export interface ResolvedParams {
  params: ResolvedParam[]
  place: QuantityPlace
  problems: RecipeProblem[]
}

/**
 * The parameters of a recipe: what was given, else what a choice brings, else the default; derived ones are worked out in
 * their order. What is wrong with a value is a problem at `{path}params.{key}`, and the default stands in for it.
 */
export function resolveParams(
  { params, tables }: Pick<RecipeVersion, 'params' | 'tables'>,
  given: Readonly<Record<string, ParamValue>>,
  path: string,
): ResolvedParams {
  const place = new QuantityPlace(tables)
  const problems: RecipeProblem[] = []
  const brought = broughtByChoices(params, given)
  const resolved = params.map((param): ResolvedParam => {
    const at = `${path}params.${param.key}`
    const found = resolve(param, given, brought, place, (refusal) => problems.push({ ...refusal, path: at }))
    place.declare(param, found.value)
    return found
  })
  const known = new Set(params.filter(({ kind }) => kind !== 'derived').map(({ key }) => key))
  for (const key of Object.keys(given))
    if (!known.has(key))
      problems.push(
        problem('param', `${path}params.${key}`, saying('There is no parameter “{{name}}”.', { name: key })),
      )
  return { params: resolved, place, problems }
}

/** The refusal of a unit that is not known. */
export const noUnit = (unit: string): Message => saying('“{{unit}}” is no known unit.', { unit })

/** What is wrong with a value for a parameter in words, or null. */
export function refusalOf(param: RecipeParam, value: ParamValue): Message | null {
  const { label } = param
  switch (param.kind) {
    case 'bool':
      return typeof value === 'boolean' ? null : saying('“{{label}}” is yes or no.', { label })
    case 'choice':
      if (param.choices.some((choice) => choice.value === value)) return null
      return saying('“{{label}}” is one of {{names}}.', {
        label,
        names: param.choices.map((choice) => choice.value).join(', '),
      })
    case 'derived':
      return saying('“{{label}}” is worked out.', { label })
    case 'number': {
      if (typeof value !== 'string' || !isDecimalText(value))
        return saying('“{{label}}” is a decimal number.', { label })
      const size = fraction(value)
      const unit = param.unit === '' ? '' : ` ${param.unit}`
      if (param.min !== undefined && compareFractions(size, fraction(param.min)) < 0)
        return saying('“{{label}}” is at least {{least}}{{unit}}.', {
          label,
          least: { decimal: param.min },
          unit,
        })
      if (param.max !== undefined && compareFractions(size, fraction(param.max)) > 0)
        return saying('“{{label}}” is at most {{most}}{{unit}}.', {
          label,
          most: { decimal: param.max },
          unit,
        })
      return null
    }
  }
}

// Choices are read first: what they bring may be for a parameter that stands before them.
function broughtByChoices(
  params: readonly RecipeParam[],
  given: Readonly<Record<string, ParamValue>>,
): ReadonlyMap<string, ParamValue> {
  const brought = new Map<string, ParamValue>()
  for (const param of params) {
    if (param.kind !== 'choice') continue
    const value = own(given, param.key) ?? brought.get(param.key) ?? param.default
    const chosen = param.choices.find((choice) => choice.value === value)
    for (const [key, override] of Object.entries(chosen?.overrides ?? {})) brought.set(key, override)
  }
  return brought
}

function resolve(
  param: RecipeParam,
  given: Readonly<Record<string, ParamValue>>,
  brought: ReadonlyMap<string, ParamValue>,
  place: QuantityPlace,
  refuse: (refusal: RecipeProblem) => void,
): ResolvedParam {
  const unit = param.kind === 'number' || param.kind === 'derived' ? param.unit : ''
  const base = { key: param.key, label: param.label, unit }
  if (!declaredMeasure(unit)) refuse(problem('unknown_unit', '', noUnit(unit)))
  if (param.kind === 'derived') return { ...base, ...derive(param, place, refuse) }
  const asked = own(given, param.key)
  const value = asked ?? brought.get(param.key) ?? param.default
  const from = asked !== undefined ? 'given' : brought.has(param.key) ? 'choice' : 'default'
  const refusal = refusalOf(param, value)
  if (refusal === null) return { ...base, value, from }
  refuse(problem('param', '', refusal))
  return { ...base, value: param.default, from: 'default' }
}

const own = (values: Readonly<Record<string, ParamValue>>, key: string): ParamValue | undefined =>
  Object.hasOwn(values, key) ? values[key] : undefined

type Derived = Extract<RecipeParam, { kind: 'derived' }>

function derive(
  param: Derived,
  place: QuantityPlace,
  refuse: (refusal: RecipeProblem) => void,
): Pick<ResolvedParam, 'value' | 'from' | 'formula' | 'numbers'> {
  const { formula } = param
  try {
    const { type, value, numbers } = workOut(formula, place)
    const wrong = wrongDimension(type, typeOfParam(param), param.label)
    if (wrong === null && typeof value === 'object')
      return { value: inUnit(value, param.unit), from: 'derived', formula, numbers }
    refuse(problem('dimension', '', wrong ?? saying('“{{label}}” is a quantity.', { label: param.label })))
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error
    refuse(formulaProblem('', error))
  }
  return { value: '0', from: 'derived', formula }
}

/** "The formula gives m², but “Height” is in m.", or null where both are the same. */
export function wrongDimension(given: QuantityType, wanted: QuantityType, label: string): Message | null {
  const same =
    given.kind === 'quantity' && wanted.kind === 'quantity'
      ? sameDimension(given.dimension, wanted.dimension)
      : given.kind === wanted.kind
  return same
    ? null
    : saying('The formula gives {{what}}, but “{{label}}” is {{wanted}}.', {
        what: inWords(given),
        label,
        wanted: inWords(wanted),
      })
}
