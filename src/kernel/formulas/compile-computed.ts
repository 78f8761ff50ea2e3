import { must } from '#base/assert.ts'
import type { ComputedField } from '#contracts/computed-field.ts'
import type { Field } from '#contracts/field.ts'
import { fieldTypeOf, fieldTypes, type FieldType } from '#contracts/field-types.ts'
import { isComputedField } from '#contracts/is-computed-field.ts'
import { formulaKindOf } from '#expressions/formulas/formula-value.ts'
import { fieldOfCurrency, typeInWords, type ValueType } from '#expressions/formulas/value-type.ts'
import { attributeField, isMixedMoney, type FieldInfo } from '../models/field-info.ts'
import type { ModelInfo } from '../models/workspace.ts'
import { checkExpression, converts, inPart, PartError } from './check-expression.ts'
import { compileRollup } from './compile-rollup.ts'
import type { CheckedExpression, Computed, ComputedInput, ComputedProblem } from './computed.ts'
import { followPath, placeOf, type Definitions } from './find-field.ts'

export interface CompiledFields {
  /** The computed fields of every model by its key, with their final types. */
  fields: ReadonlyMap<string, ReadonlyMap<string, FieldInfo>>
  problems: readonly ComputedProblem[]
}

/**
 * Compiles the computed fields of all models: reads their expressions, finds out their types, and refuses circles with
 * the path named. One that is wrong stays a field without a value. Never throws.
 */
export function compileComputed(models: ReadonlyMap<string, ModelInfo>): CompiledFields {
  const compiler = new Compiler(models)
  for (const model of models.values()) for (const key of compiler.keysOf(model)) compiler.field(model, key)
  return { fields: compiler.done, problems: compiler.problems }
}

class Compiler implements Definitions {
  readonly done = new Map<string, Map<string, FieldInfo>>()
  readonly problems: ComputedProblem[] = []
  private readonly models: ReadonlyMap<string, ModelInfo>
  private readonly circles = new Map<string, string>()
  private readonly open: { model: ModelInfo; key: string; label: string }[] = []

  constructor(models: ReadonlyMap<string, ModelInfo>) {
    this.models = models
  }

  keysOf(model: ModelInfo): string[] {
    return (model.source?.schema?.fields ?? []).filter(isComputedField).map(({ key }) => key)
  }

  model(key: string): ModelInfo | undefined {
    return this.models.get(key)
  }

  field(model: ModelInfo, key: string): FieldInfo | undefined {
    const known = this.done.get(model.key)?.get(key)
    if (known) return known
    const definition = model.source?.schema?.fields.find((field) => field.key === key)
    if (!definition || !isComputedField(definition)) return model.fields.get(key)
    const circle = this.open.findIndex((open) => open.model.key === model.key && open.key === key)
    if (circle >= 0) throw new PartError('', 'circle', this.noteCircle(circle))
    this.open.push({ model, key, label: definition.label })
    const info = this.compile(model, definition)
    this.open.pop()
    const fields = this.done.get(model.key) ?? new Map<string, FieldInfo>()
    this.done.set(model.key, fields.set(key, info))
    return info
  }

  private noteCircle(from: number): string {
    const circle = this.open.slice(from)
    const names = circle.map(({ model, label }) => `${label} (${model.label})`)
    const message = `This goes round in a circle: ${[...names, must(names[0])].join(' → ')}.`
    for (const { model, key } of circle) this.circles.set(`${model.key}.${key}`, message)
    return message
  }

  private compile(model: ModelInfo, definition: ComputedField): FieldInfo {
    const { key, label, type, result } = definition
    const broken = (problem: Omit<ComputedProblem, 'model' | 'key'>): FieldInfo => {
      this.problems.push({ model: model.key, key, ...problem })
      return {
        ...attributeField({ key, label, type: result ?? 'text' }),
        computed: brokenField(model, definition),
      }
    }
    try {
      const { field, computed } = compileOne(this, model, definition)
      const circle = this.circles.get(`${model.key}.${key}`)
      return circle === undefined
        ? { ...attributeField(field), computed }
        : broken({ part: type, code: 'circle', message: circle, at: null })
    } catch (error) {
      if (!(error instanceof PartError)) throw error
      const circle = this.circles.get(`${model.key}.${key}`)
      return broken({
        part: error.part || type,
        code: circle === undefined ? error.code : 'circle',
        message: circle ?? error.message,
        at: error.at,
      })
    }
  }
}

const brokenField = (model: ModelInfo, { key, type }: ComputedField): Computed => ({
  type,
  model: model.key,
  key,
  result: { kind: 'text' },
  declassified: false,
  expression: { tree: { op: 'value', value: null }, kind: 'empty', inputs: [] },
  rollup: null,
  reads: [],
})

interface Compiled {
  field: Field
  computed: Computed
}

function compileOne(definitions: Definitions, model: ModelInfo, definition: ComputedField): Compiled {
  switch (definition.type) {
    case 'formula': {
      const { formula } = definition
      if (formula === undefined) throw new PartError('formula', 'required', 'Write the formula.')
      const checked = inPart('formula', () => checkExpression(definitions, model, formula))
      const field = resultField(definition, checked.type, checked.expression)
      return {
        field,
        computed: computedOf(model, definition, field, {
          expression: checked.expression,
          reads: checked.reads,
        }),
      }
    }
    case 'lookup':
      return compileLookup(definitions, model, definition)
    case 'rollup': {
      const { type, rollup, reads } = compileRollup(definitions, model, definition)
      const field = resultField(definition, type, rollup.value)
      return { field, computed: computedOf(model, definition, field, { rollup, reads }) }
    }
  }
}

/** What makes a compiled computed field of its parts. */
function computedOf(
  model: ModelInfo,
  { type, key, declassified }: ComputedField,
  field: Field,
  parts: Pick<Computed, 'reads'> & Partial<Pick<Computed, 'expression' | 'rollup'>>,
): Computed {
  const { value } = fieldTypeOf(field.type)
  return {
    type,
    model: model.key,
    key,
    result: {
      kind: field.many === true ? 'list' : value,
      ...(value === 'decimal' && field.scale !== undefined ? { scale: field.scale } : {}),
      ...(field.type === 'integer' ? { whole: true } : {}),
    },
    declassified: declassified === true,
    expression: parts.expression ?? null,
    rollup: parts.rollup ?? null,
    reads: parts.reads,
  }
}

const isStructure = ({ field }: FieldInfo): boolean =>
  fieldTypeOf(field.type).value === 'json' || isMixedMoney(field)

function compileLookup(definitions: Definitions, model: ModelInfo, definition: ComputedField): Compiled {
  const path = definition.lookup?.split('.') ?? []
  if (path.length < 2)
    throw new PartError('lookup', 'required', 'Name a field of a linked record, as in item.price.')
  const found = inPart('lookup', () => followPath(definitions, model, path, 0))
  if (isStructure(found.field))
    throw new PartError(
      'lookup',
      'type',
      `“${found.field.label}” is shown where it is kept; only plain values can be looked up.`,
    )
  const { required: _r, unique: _u, default: _d, description: _t, shown_in: _s, ...shape } = found.field.field
  const { key, label, description, shown_in } = definition
  const { currency_from } = shape
  const field: Field = {
    ...shape,
    ...(currency_from === undefined
      ? {}
      : { currency_from: [...path.slice(0, -1), currency_from].join('.') }),
    key,
    label,
    ...(description === undefined ? {} : { description }),
    ...(shown_in === undefined ? {} : { shown_in }),
  }
  const input: ComputedInput = {
    name: path.join('.'),
    steps: found.steps,
    ...placeOf(found),
    kind: formulaKindOf(found.field.kind) ?? 'empty',
  }
  const tree = { op: 'name' as const, name: input.name, at: 0 }
  const expression = { tree, kind: input.kind, inputs: [input] }
  return {
    field,
    computed: computedOf(model, definition, field, { expression, reads: [...found.relations, input] }),
  }
}

function inferred({ kind, currency, whole }: ValueType): FieldType {
  switch (kind) {
    case 'number':
      return currency === undefined ? (whole === true ? 'integer' : 'decimal') : 'money'
    case 'list':
      return 'multi_select'
    case 'empty':
      return 'text'
    default:
      return kind
  }
}

/** The field a computed one is to everybody else: its result's type, never written. */
function resultField(
  definition: ComputedField,
  given: ValueType,
  expression: CheckedExpression | null,
): Field {
  const { key, label, description, unit, shown_in } = definition
  const type = definition.result ?? inferred(given)
  const kind = formulaKindOf(fieldTypeOf(type).value)
  if (kind !== given.kind || fieldTypeOf(type).value === 'id')
    throw new PartError(
      'result',
      'type',
      `This gives ${typeInWords(given)}, which cannot be kept as “${fieldTypes[type].label}”.`,
    )
  const currencies = currencyOfResult(definition, given, type, expression)
  const scale = definition.scale ?? (type === 'money' ? 2 : undefined)
  return {
    key,
    label,
    type,
    ...(description === undefined ? {} : { description }),
    ...(unit === undefined ? {} : { unit }),
    ...(shown_in === undefined ? {} : { shown_in }),
    ...currencies,
    ...(scale === undefined || fieldTypeOf(type).value !== 'decimal' ? {} : { scale }),
  }
}

/** The currency of a result. Another one than what is worked out has must be converted to, by a price of it. */
function currencyOfResult(
  { currency }: ComputedField,
  given: ValueType,
  type: FieldType,
  expression: CheckedExpression | null,
): Pick<Field, 'currency' | 'currency_from'> {
  const from = fieldOfCurrency(given.currency)
  const isOther = type === 'money' ? currency !== undefined && currency !== given.currency : from !== null
  if (given.currency && isOther && !(expression && converts(expression.tree)))
    throw new PartError(
      'result',
      'currency',
      `This gives ${typeInWords(given)}. To have it in another currency, multiply it by an exchange rate.`,
    )
  if (type !== 'money') return {}
  if (currency !== undefined) return { currency }
  return from === null ? (given.currency ? { currency: given.currency } : {}) : { currency_from: from }
}
