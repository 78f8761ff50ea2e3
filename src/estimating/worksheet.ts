import { AppError } from '#base/app-error.ts'
import { selectedAtFirst } from './counts-in-total.ts'
import type { EstimateLine, ItemType } from './estimate-document.ts'
import { EstimateRollUp } from './estimate-roll-up.ts'
import { isRolled, type LinePlace, type Place } from './estimate-tree.ts'
import { fixedText, parseFixed, roundFixed } from './fixed.ts'
import { formulaQuantity } from './formula-quantity.ts'
import { lineValues, sectionValues, versionValues, type KeptValues } from './kept-values.ts'
import { outlineNumbers } from './outline-numbers.ts'
import type { QuantityPlace } from './quantity-place.ts'
import { totalsOf } from './roll-up-estimate.ts'
import { documentIn, type WorksheetForm } from './worksheet-form.ts'
import { workOutVariables } from './work-out-variables.ts'

/** Values that were written into lines, by line, by the keys of their fields. */
export type LineEdits = Readonly<Record<string, KeptValues>>

export interface WorksheetAnswer {
  /** What lines, the sections around them and subtotals come to, by id: only those the edits reach. */
  rows: Record<string, KeptValues>
  /** What the version keeps of its end. */
  version: KeptValues
  /** Lines that are not here, or of which something was written that only the server can work out. */
  unknown: string[]
}

/** What may be written in a line and how the arithmetic calls it. */
const lineFields = {
  unit: 'unit',
  quantity: 'quantity',
  unit_rate: 'unitRate',
  rate_override: 'unitRateOverride',
  item_type: 'itemType',
  alt_group: 'altGroup',
  alt_no: 'altNo',
  selected: 'selected',
  discount_pct: 'discountPct',
  vat_code: 'vatRate',
} as const satisfies Record<string, keyof EstimateLine>

/** These say where a line stands, or are priced from catalogues, which are not here. */
const onlyServer: ReadonlySet<string> = new Set([
  'version',
  'parent',
  'sort',
  'kind',
  'fixed_number',
  'item',
  'recipe_version',
  'recipe_params',
  'rate_source',
])

interface Held {
  line: EstimateLine
  formula: string | null
}

/**
 * An estimate that is worked on: it holds what is stored, and works out what edits make of it, with the arithmetic of the
 * server. An edit is shown as long as it is among those asked for, and becomes part of what is stored by `keep`.
 * @example
 * const sheet = new EstimateWorksheet(form)
 * sheet.show({ [line]: { quantity: '12.5' } }).version.gross
 */
export class EstimateWorksheet {
  readonly #rolled: EstimateRollUp
  readonly #place: QuantityPlace
  readonly #held = new Map<string, Held>()
  readonly #numbers: ReadonlyMap<string, string>
  #shown: ReadonlySet<string> = new Set()

  /** Refuses with `invalid` what cannot be reckoned. */
  constructor(form: WorksheetForm) {
    const document = documentIn(form)
    this.#rolled = new EstimateRollUp(document)
    this.#place = workOutVariables(form.variables).place
    this.#numbers = outlineNumbers(document.nodes)
    const formulas = new Map(
      form.nodes.flatMap((node) =>
        node.kind === 'line' && node.formula !== undefined ? [[node.id, node.formula] as const] : [],
      ),
    )
    for (const node of document.nodes)
      if (node.kind === 'line')
        this.#held.set(node.id, { line: node, formula: formulas.get(node.id) ?? null })
  }

  /** Whether a line stands where somebody sees it: `number` is its outline number there. */
  isAt(id: string, number: string): boolean {
    return this.#numbers.get(id) === number
  }

  /** Edits the server has taken: they are what is stored from now on. */
  keep(edits: LineEdits): void {
    for (const [id, values] of Object.entries(edits)) {
      const edited = this.#edited(id, values)
      if (edited && this.#put(edited.held.line)) this.#held.set(id, edited.held)
    }
  }

  /** The estimate with these edits, and no others. */
  show(edits: LineEdits): WorksheetAnswer {
    const unknown: string[] = []
    const formulas = new Map<string, KeptValues>()
    for (const id of this.#shown) this.#restore(id)
    for (const [id, values] of Object.entries(edits)) {
      const edited = this.#edited(id, values)
      if (!edited) unknown.push(id)
      else if (this.#put(edited.held.line)) formulas.set(id, edited.followed)
    }
    this.#shown = new Set(formulas.keys())
    try {
      return { ...this.#sums(formulas), unknown }
    } catch (error) {
      // Numbers too long to be kept: the server refuses them.
      if (!(error instanceof AppError)) throw error
      return { rows: {}, version: {}, unknown: Object.keys(edits) }
    }
  }

  #restore(id: string): void {
    const held = this.#held.get(id)
    if (held) this.#put(held.line)
  }

  /** A number that is none changes nothing. */
  #put(line: EstimateLine): boolean {
    try {
      this.#rolled.recalculateLine(line)
      return true
    } catch (error) {
      if (error instanceof AppError) return false
      throw error
    }
  }

  /** A stored line with other values, and what follows from them at once; null where only the server can tell. */
  #edited(id: string, values: KeptValues): { held: Held; followed: KeptValues } | null {
    const before = this.#held.get(id)
    if (!before || Object.keys(values).some((key) => onlyServer.has(key))) return null
    const line: Record<string, unknown> = { ...before.line }
    for (const [key, name] of Object.entries(lineFields))
      if (Object.hasOwn(values, key)) line[name] = valueOf(key, values[key])
    // As on the server: a line that becomes another kind is chosen as that kind is at first.
    const first = Object.hasOwn(values, 'selected') ? null : selectedAtFirst(line['itemType'] as ItemType)
    if (line['itemType'] !== before.line.itemType && first !== null) line['selected'] = first
    const next = line as unknown as EstimateLine
    const given = Object.hasOwn(values, 'qty_formula') ? textOf(values['qty_formula']) : before.formula
    if (given === null) return { held: { line: next, formula: null }, followed: {} }
    // As on the server: a changed formula or unit gives the quantity, a typed quantity takes the formula's place.
    if (given === before.formula && next.unit === before.line.unit)
      return Object.hasOwn(values, 'quantity')
        ? { held: { line: next, formula: null }, followed: { qty_formula: null } }
        : { held: { line: next, formula: given }, followed: {} }
    const answer = formulaQuantity(given, next.unit, this.#place)
    if (answer.kind === 'refused') return null
    const quantity = fixedText(roundFixed(parseFixed(answer.quantity), 6, 'half_up'))
    return { held: { line: { ...next, quantity }, formula: given }, followed: { quantity } }
  }

  #sums(formulas: ReadonlyMap<string, KeptValues>): Omit<WorksheetAnswer, 'unknown'> {
    const totals = totalsOf(this.#rolled)
    const rows: Record<string, KeptValues> = {}
    for (const place of this.#reached(formulas.keys())) {
      const { node } = place
      rows[node.id] = isRolled(place)
        ? { ...shown(lineValues(place.node, totals.line(node.id))), ...formulas.get(node.id) }
        : shown(sectionValues(totals.nodes.get(node.id)))
    }
    return { rows, version: versionValues(totals) }
  }

  /** Lines, what stands above them, subtotals beside them, and the bases that stand for their alternatives. */
  #reached(ids: Iterable<string>): Set<Place> {
    const reached = new Set<Place>()
    const groups = new Set<string>()
    const { byId, inOrder, roots } = this.#rolled.tree
    for (const id of ids) {
      const place = byId.get(id)
      if (!place || !isRolled(place)) continue
      const { altGroup } = place.node
      if (altGroup != null) groups.add(altGroup)
      enter(place)
    }
    if (groups.size > 0) for (const place of inOrder) if (isRolled(place) && isIn(place, groups)) enter(place)
    return reached

    function enter(place: Place): void {
      for (let at: Place | null = place; at; at = at.parent) {
        reached.add(at)
        for (const beside of at.parent?.children ?? roots)
          if (beside.node.kind === 'subtotal') reached.add(beside)
      }
    }
  }
}

const isIn = ({ node: { altGroup } }: LinePlace, groups: ReadonlySet<string>): boolean =>
  altGroup != null && groups.has(altGroup)

/** Issues are found by the server; nets with what the lines carry change in every line. */
function shown({
  issue: _issue,
  net_total: _net,
  without_resources: _rest,
  ...values
}: KeptValues): KeptValues {
  return values
}

const textOf = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value : typeof value === 'number' ? String(value) : null

function valueOf(key: string, value: unknown): unknown {
  if (key === 'selected') return value === true
  if (key === 'alt_no') return typeof value === 'number' ? value : null
  return textOf(value) ?? (key === 'item_type' ? 'normal' : null)
}
