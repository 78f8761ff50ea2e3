import type { z } from 'zod'
import { invalid, type ErrorDetail } from '#base/app-error.ts'
import { decimal, decimalText } from '#base/decimal.ts'
import type { Where } from '#contracts/query.ts'
import {
  isPropertySplit,
  paramMapSchema,
  propertyVariablesSchema,
  splitKeys,
  takeoffFilterSchema,
  whenMissingKinds,
  type TakeoffFilter,
} from '#contracts/takeoff.ts'
import type { ParamFormula, TakeoffRule } from '#estimating/takeoff-rule.ts'
import { listOf, textOf } from '../estimates/read-value.ts'
import { inputDetails } from '../http/error-details.ts'
import { withSubtypes } from './ifc-subtypes.ts'

type Values = Readonly<Record<string, unknown>>

/** What a rule counts for. */
export interface CountedFor {
  unit: string
  /** The parameters of its recipe that are numbers, with their units. */
  params: ReadonlyMap<string, string>
}

/** A rule as it is stored, read: what the arithmetic takes, and the condition elements must meet. */
export interface ReadRule {
  rule: TakeoffRule
  /** Null: every element. */
  where: Where | null
}

/**
 * Reads a rule by what it is counted for: its unit, and of a recipe the units of its parameters. Throws 422 with the fields
 * that cannot be read.
 */
export function ruleOf(id: string, values: Values, { unit, params }: CountedFor): ReadRule {
  const filter = takeoffFilterSchema.safeParse(values.filter ?? {})
  const variables = propertyVariablesSchema.safeParse(values.variables ?? [])
  const map = paramMapSchema.safeParse(values.param_map ?? {})
  const problems = [
    ...under('filter', filter.error),
    ...under('variables', variables.error),
    ...under('param_map', map.error),
  ]
  if (!filter.success || !variables.success || !map.success) throw invalid(problems)
  const waste = textOf(values, 'waste_pct')
  const split = listOf(values, 'split_by')
  return {
    where: whereOf(values, filter.data),
    rule: {
      id,
      name: textOf(values, 'name') ?? '',
      formula: textOf(values, 'qty_expr') ?? '',
      unit,
      waste: waste === null ? null : decimalText(decimal(waste)),
      whenMissing: whenMissingKinds.find((kind) => kind === values.when_missing) ?? 'computed',
      priority: numberOf(values.priority),
      sort: numberOf(values.sort),
      exclusive: values.exclusive !== false,
      // In one order, however they were chosen: it is part of what links lines to what was counted.
      splitBy: [
        ...splitKeys.filter((key) => split.includes(key)),
        ...split.filter(isPropertySplit).toSorted(),
      ],
      properties: filter.data.properties,
      variables: variables.data,
      params: paramFormulas(map.data, params),
    },
  }
}

/** Formulas for parameters a recipe does not have are left out when they are read, and refused when they are saved. */
const paramFormulas = (
  map: Readonly<Record<string, string>>,
  units: ReadonlyMap<string, string>,
): ParamFormula[] =>
  Object.entries(map).flatMap(([key, formula]) => {
    const unit = units.get(key)
    return unit === undefined ? [] : [{ key, formula, unit }]
  })

const numberOf = (value: unknown): number => (typeof value === 'number' ? value : 0)

const under = (field: string, error: z.ZodError | undefined): ErrorDetail[] =>
  error ? inputDetails(error, `attributes.${field}`) : []

/** Elements of classes as a rule names them, several with commas, and of what is a kind of one; null for all. */
export function whereOfClasses(text: string): Where | null {
  const classes = text.split(/[\s,;]+/).filter((name) => name !== '')
  if (classes.length === 0) return null
  return { field: 'ifc_class', op: 'in', value: [...new Set(classes.flatMap(withSubtypes))] }
}

/** The plain fields of a rule and its further condition as one condition on elements. */
function whereOf(values: Values, { where, elements }: TakeoffFilter): Where | null {
  const text = (key: string): string | null => textOf(values, key)?.trim() ?? null
  const ofClass = whereOfClasses(text('ifc_class') ?? '')
  const all: Where[] = ofClass === null ? [] : [ofClass]
  const contains = {
    type_name: text('type_contains'),
    materials: text('material_contains'),
    classification: text('classification_contains'),
  }
  for (const [field, value] of Object.entries(contains))
    if (value !== null && value !== '') all.push({ field, op: 'contains', value })
  const storey = text('storey_is')
  if (storey !== null && storey !== '') all.push({ field: 'storey', op: 'eq', value: storey })
  if (where) all.push(where)
  if (elements)
    all.push({ or: ['id', 'identity'].map((field) => ({ field, op: 'in', value: [...elements] })) })
  return all.length === 0 ? null : { and: all }
}
