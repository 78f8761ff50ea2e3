import { isJsonObject } from '#base/json.ts'
import { isExpression } from '#contracts/is-expression.ts'
import { ExpressionError } from '#expressions/expression-error.ts'
import { fitValue } from './fit-value.ts'
import { defaultsOf, isText, placeOfItem, placeOfKey, wholeSchema, type SchemaPlace } from './prop-schema.ts'

/** One binding that could not be worked out: where it stands and why. */
export interface BindingProblem {
  path: string
  text: string
  message: string
}

interface Preparing {
  evaluate(text: string): unknown
  translate(text: string): string
  problems: BindingProblem[]
}

/**
 * Makes the props of a view from what the layout holds: bindings worked out and fitted to the component's schema,
 * defaults applied, literal text that a person reads translated (what data gives is never translated). Without a schema
 * only bindings are worked out.
 */
export function prepareProps(
  raw: Readonly<Record<string, unknown>>,
  schema: Readonly<Record<string, unknown>> | null,
  work: { evaluate(text: string): unknown; translate(text: string): string },
): { props: Record<string, unknown>; problems: BindingProblem[] } {
  const preparing: Preparing = { ...work, problems: [] }
  const place = schema ? wholeSchema(schema) : { root: {}, branches: [] }
  const props = prepareObject(raw, place, '', preparing)
  return { props, problems: preparing.problems }
}

function prepareObject(
  raw: Readonly<Record<string, unknown>>,
  place: SchemaPlace,
  path: string,
  work: Preparing,
): Record<string, unknown> {
  const props: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(raw)) {
    // A key of this name would set the object's prototype.
    if (key === '__proto__') continue
    const made = prepare(value, placeOfKey(place, key), path === '' ? key : `${path}.${key}`, work)
    if (made !== undefined) props[key] = made
  }
  for (const [key, value] of defaultsOf(place)) if (!Object.hasOwn(props, key)) props[key] = value
  return props
}

function prepare(value: unknown, place: SchemaPlace, path: string, work: Preparing): unknown {
  if (isExpression(value)) return workOut(value['='], place, path, work)
  if (typeof value === 'string') return isText(place) ? work.translate(value) : value
  if (Array.isArray(value)) {
    const item = placeOfItem(place)
    return value.map((part, at) => prepare(part, item, `${path}.${at}`, work))
  }
  return isJsonObject(value) ? prepareObject(value, place, path, work) : value
}

function workOut(text: string, place: SchemaPlace, path: string, work: Preparing): unknown {
  try {
    const fit = fitValue(work.evaluate(text), place)
    if ('value' in fit) return fit.value
    work.problems.push({ path, text, message: fit.problem })
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error
    work.problems.push({ path, text, message: error.message })
  }
  return undefined
}
