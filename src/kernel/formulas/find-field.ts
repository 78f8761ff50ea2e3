import { ExpressionError } from '#expressions/expression-error.ts'
import { formulaKindOf } from '#expressions/formulas/formula-value.ts'
import { currencyOfField } from '#expressions/formulas/value-type.ts'
import type { FormulaName } from '#expressions/formulas/check-types.ts'
import type { FieldInfo } from '../models/field-info.ts'
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

/** `['item', 'price']` seen from a model: the steps, the field, and every relation on the way. Throws `ExpressionError`. */
export function followPath(
  definitions: Definitions,
  start: ModelInfo,
  path: readonly string[],
  at: number,
): { steps: Step[]; field: FieldInfo; relations: ComputedInput[] } {
  const steps: Step[] = []
  const relations: ComputedInput[] = []
  let model = start
  for (const [index, name] of path.entries()) {
    const field = definitions.field(model, name)
    if (!field) throw unknown(`There is no field “${name}” in ${model.label}.`, at)
    if (field.system) throw unknown(`“${field.label}” is kept by the system and cannot be used here.`, at)
    if (index === path.length - 1) return { steps, field, relations }
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
    const { steps, field, relations } = followPath(this.definitions, this.model, path, at)
    const kind = formulaKindOf(field.kind)
    if (kind === null) throw unknown(`“${field.label}” cannot be used in a formula.`, at)
    const name = path.join('.')
    this.inputs.set(name, { name, steps, key: field.key, kind })
    for (const relation of relations) this.relations.set(relation.name, relation)
    const money = field.type === 'money' ? { currency: currencyOf(field, path, at) } : {}
    return { input: name, type: { kind, ...money, ...(field.type === 'integer' ? { whole: true } : {}) } }
  }
}
