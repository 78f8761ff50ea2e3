import { saying } from '#base/saying.ts'
import { addressParts } from '#contracts/address.ts'
import { ExpressionError } from '#expressions/expression-error.ts'
import { wordedError } from '#expressions/worded-error.ts'
import { formulaKindOf } from '#expressions/formulas/formula-value.ts'
import { currencyOfField } from '#expressions/formulas/value-type.ts'
import type { FormulaName } from '#expressions/formulas/check-types.ts'
import { attributeField, type FieldInfo } from '../models/field-info.ts'
import type { ModelInfo } from '../models/workspace.ts'
import type { ComputedInput, Step } from './computed.ts'

/** The models as definitions see them; `field` answers a field with its final type (a computed one is compiled first). */
export interface Definitions {
  model(key: string): ModelInfo | undefined
  field(model: ModelInfo, key: string): FieldInfo | undefined
}

const mostSteps = 3

const unknown = (message: string, at: number): ExpressionError =>
  new ExpressionError('expression_unknown_name', message, at)

// What never changes after a record was made: what is worked out from it stays right.
const lasting: ReadonlySet<string> = new Set(['created_at', 'created_by'])

function refuseSystem({ key, label }: FieldInfo, at: number): void {
  if (lasting.has(key)) return
  throw key === 'updated_at' || key === 'updated_by'
    ? wordedError(
        'expression_unknown_name',
        saying(
          '“{{field}}” is another one after every change, also of what is worked out, so a formula over it would never rest. Conditions may read it, and lists can show it.',
          { field: label },
        ),
        at,
      )
    : unknown(`“${label}” is kept by the system and cannot be used here.`, at)
}

/**
 * `['item', 'price']` seen from a model: the steps, the field, and every relation on the way; of `['site', 'address', 'city']`
 * the part of the address too, as a field of its own. Throws `ExpressionError`.
 */
export function followPath(
  definitions: Definitions,
  start: ModelInfo,
  path: readonly string[],
  at: number,
): FoundField {
  const steps: Step[] = []
  const relations: ComputedInput[] = []
  let model = start
  for (const [index, name] of path.entries()) {
    const field = definitions.field(model, name)
    if (!field) throw unknown(`There is no field “${name}” in ${model.label}.`, at)
    if (field.system) refuseSystem(field, at)
    const part = path[index + 1]
    if (part === undefined) return { steps, field, relations }
    if (field.type === 'address' && index === path.length - 2)
      return { steps, field: partOf(field, part, at), relations, part }
    const target = field.type === 'relation' && field.target ? definitions.model(field.target) : undefined
    if (target?.kind !== 'objects' || field.computed)
      throw unknown(`“${field.label}” is not a link to a record, so it has no “${path[index + 1]}”.`, at)
    if (field.kind === 'list')
      throw unknown(`“${field.label}” links to several records; use a roll-up for them.`, at)
    if (steps.length === mostSteps) throw unknown(`A path may cross ${mostSteps} links.`, at)
    relations.push({ name: path.slice(0, index + 1).join('.'), steps: [...steps], key: name, kind: 'text' })
    steps.push({ kind: 'one', field: name, from: model.key, to: target.key })
    model = target
  }
  throw unknown('Name a field.', at)
}

interface FoundField {
  steps: Step[]
  field: FieldInfo
  relations: ComputedInput[]
  part?: string
}

function partOf({ key, label }: FieldInfo, part: string, at: number): FieldInfo {
  if (!(addressParts as readonly string[]).includes(part))
    throw wordedError(
      'expression_unknown_name',
      saying('“{{field}}” has no “{{part}}”; an address has {{parts}}.', {
        field: label,
        part,
        parts: addressParts.join(', '),
      }),
      at,
    )
  return attributeField({ key, label, type: 'text' })
}

/** What an input is read by, beside its name and steps. */
export const placeOf = ({ field, part }: FoundField): Omit<ComputedInput, 'name' | 'steps' | 'kind'> => ({
  key: field.key,
  ...(part === undefined ? {} : { part }),
  ...(field.key === 'created_at' || field.key === 'created_by' ? { column: field.key } : {}),
})

/** The currency of amounts that a formula reads. Each in its own is nothing to calculate with. */
function currencyOf({ label, field }: FieldInfo, path: readonly string[], at: number): string {
  if (field.currencies)
    throw new ExpressionError(
      'expression_type',
      `Amounts of “${label}” are in several currencies and cannot be calculated with.`,
      at,
    )
  return field.currency_from === undefined
    ? (field.currency ?? '')
    : currencyOfField([...path.slice(0, -1), field.currency_from].join('.'))
}

/** The names of an expression over a model's fields, noting what it reads. */
export class NameReader {
  readonly inputs = new Map<string, ComputedInput>()
  readonly relations = new Map<string, ComputedInput>()
  private readonly definitions: Definitions
  private readonly model: ModelInfo

  constructor(definitions: Definitions, model: ModelInfo) {
    this.definitions = definitions
    this.model = model
  }

  /** For `checkTypes`. */
  readonly find = (path: readonly string[], at: number): FormulaName => {
    const found = followPath(this.definitions, this.model, path, at)
    const { steps, field, relations } = found
    const kind = formulaKindOf(field.kind)
    if (kind === null) throw unknown(`“${field.label}” cannot be used in a formula.`, at)
    const name = path.join('.')
    this.inputs.set(name, { name, steps, ...placeOf(found), kind })
    for (const relation of relations) this.relations.set(relation.name, relation)
    const money = field.type === 'money' ? { currency: currencyOf(field, path, at) } : {}
    return { input: name, type: { kind, ...money, ...(field.type === 'integer' ? { whole: true } : {}) } }
  }
}
