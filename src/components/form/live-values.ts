import { useEffect, useMemo, useState } from 'react'
import { isAddress, type AddressPart } from '#contracts/address.ts'
import type { Calculation } from '#contracts/calculation.ts'
import type { FieldDescription } from '#contracts/model-description.ts'
import type { Row } from '#contracts/query.ts'
import { useEngine } from '#engine/engine-context.tsx'
import type { FormValues } from './form-values.ts'

type Evaluate = typeof import('#expressions/formulas/evaluate-formula.ts').evaluateFormula

interface Typed {
  data: FormValues
  /** The record as it is stored; null for a new one. */
  row: Row | null
  fields: ReadonlyMap<string, FieldDescription>
}

/** Loaded only for models with formulas. */
const evaluator = () => import('#expressions/formulas/evaluate-formula.ts')

/**
 * The computed values of what is typed, by field key, worked out by the evaluator that the server has too. A field is
 * missing while a record that it reads is on its way: then its stored value shows.
 */
export function useLiveValues(
  calculations: readonly Calculation[],
  { data, row, fields }: Typed,
): FormValues {
  const { ask } = useEngine()
  const [evaluate, setEvaluate] = useState<{ run: Evaluate } | null>(null)
  const [related, setRelated] = useState<Readonly<Record<string, Row | null>>>({})
  useEffect(() => {
    if (calculations.length > 0)
      void evaluator().then(({ evaluateFormula }) => setEvaluate({ run: evaluateFormula }))
  }, [calculations])
  const links = useMemo(() => linksOf(calculations), [calculations])
  const wanted = links.flatMap(({ relation, paths }) => {
    const id = valueOf(relation, data, row)
    const model = fields.get(relation)?.target
    const place = `${relation} ${String(id)}`
    return typeof id === 'string' && model && !(place in related) ? [{ place, id, model, paths }] : []
  })
  const places = wanted.map(({ place }) => place).join(',')
  useEffect(() => {
    for (const { place, id, model, paths } of wanted)
      void ask({ model, fields: paths, where: { field: 'id', op: 'eq', value: id }, page: { size: 1 } }).then(
        ({ rows }) => setRelated((known) => ({ ...known, [place]: rows[0] ?? null })),
        // What cannot be read now is worked out by the server when the form is saved.
        () => undefined,
      )
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `places` says what is wanted
  }, [ask, places])
  return useMemo(
    () => (evaluate ? workOut(calculations, evaluate.run, related, data, row) : {}),
    [calculations, evaluate, related, data, row],
  )
}

const valueOf = (key: string, data: FormValues, row: Row | null): unknown =>
  data[key] ?? (row && !(key in data) ? plain(row[key]) : null)

// An expanded relation is a row; its id is the value.
const plain = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && 'id' in value ? value.id : value

function linksOf(calculations: readonly Calculation[]): { relation: string; paths: string[] }[] {
  const links = new Map<string, Set<string>>()
  for (const { inputs } of calculations)
    for (const { path } of inputs) {
      const [relation = '', ...rest] = path
      if (rest.length > 0) links.set(relation, (links.get(relation) ?? new Set()).add(rest.join('.')))
    }
  return [...links].map(([relation, paths]) => ({ relation, paths: [...paths] }))
}

const madeKeys: ReadonlySet<string> = new Set(['created_at', 'created_by'])

/** A value as a formula reads it: the part of an address, the id of who made a record, a moment to the millisecond. */
function storedForm(value: unknown, key: string, part: string | undefined): unknown {
  if (part !== undefined) return isAddress(value) ? value[part as AddressPart] : null
  if (key === 'created_at' && typeof value === 'string') return new Date(value).toISOString()
  return madeKeys.has(key) ? plain(value) : value
}

/** The values that can be worked out from what is here. */
export function workOut(
  calculations: readonly Calculation[],
  evaluate: Evaluate,
  related: Readonly<Record<string, Row | null>>,
  data: FormValues,
  row: Row | null,
): FormValues {
  const live: FormValues = {}
  const waiting = new Set<string>()
  for (const { key, type, tree, inputs, result } of calculations) {
    const values: Record<string, unknown> = {}
    for (const { name, path, part } of inputs) {
      const [first = '', ...rest] = path
      const own = first in live ? live[first] : valueOf(first, data, row)
      if (rest.length === 0) {
        // When and by whom a new record was made is known once it is.
        if (waiting.has(first) || (!row && madeKeys.has(first))) waiting.add(key)
        values[name] = storedForm(own, first, part)
      } else if (typeof own === 'string') {
        const other = related[`${first} ${own}`]
        if (other === undefined) waiting.add(key)
        values[name] = storedForm(other?.[rest.join('.')] ?? null, rest.at(-1) ?? '', part)
      }
    }
    if (waiting.has(key)) continue
    live[key] =
      type === 'lookup'
        ? (values[inputs[0]?.name ?? ''] ?? undefined)
        : (evaluate({ tree, inputs, result }, values) ?? undefined)
  }
  return live
}
