import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { EstimateDocument } from '#estimating/estimate-document.ts'
import { versionValues } from '#estimating/kept-values.ts'
import { rollUpEstimate } from '#estimating/roll-up-estimate.ts'
import { worksheetForm } from '#estimating/worksheet-form.ts'
import { estimateOf, lineOf, sectionOf } from '../../../tests/support/sample-estimate.ts'
import type { LiveEdit } from '../live-values/live-values.ts'
import { LiveSheet } from './live-sheet.ts'
import { answerSheets } from './sheet-messages.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const document = estimateOf([
  sectionOf('shell'),
  lineOf('wall', { parentId: 'shell', quantity: '4', unitRate: '10' }),
  lineOf('slab', { parentId: 'shell', quantity: '1', unitRate: '5' }),
])
const textOf = (of: EstimateDocument): string =>
  JSON.stringify({ result: { form: worksheetForm(of, new Map(), []) } })
const kept = (of: EstimateDocument) => ({ ...versionValues(rollUpEstimate(of)) })
const rows = {
  shell: { id: 'shell', number: '1', node_total: '45.00' },
  wall: { id: 'wall', number: '1.1', quantity: '4' },
}

/** A sheet whose worker answers at once. */
function opened(): LiveSheet {
  const answer = answerSheets()
  const sheet: LiveSheet = new LiveSheet((question) => sheet.take(answer(question)))
  sheet.stored(kept(document))
  sheet.open(textOf(document))
  return sheet
}

const edited = (state: LiveEdit['state'], value: unknown, of: Record<string, unknown> = rows.wall) =>
  new Map([['wall', { quantity: { value, state, of } }]])

it('[R-07] draws sums while a value is typed, and takes them back when it is given up', () => {
  const sheet = opened()
  sheet.draft({ row: rows.wall, key: 'quantity', value: '7' })
  expect(sheet.state().sums).toMatchObject({ direct_cost: '75.00' })
  expect(sheet.over(rows.shell)).toMatchObject({ node_total: '75.00' })
  expect(sheet.over(rows.wall)).toMatchObject({ line_total: '70.00' })
  sheet.draft(null)
  const given = [{ sums: null, isStale: false }, undefined]
  expect([sheet.state(), sheet.over(rows.shell)]).toEqual(given)
  vi.runAllTimers()
  expect([sheet.state(), sheet.over(rows.shell)]).toEqual(given)
})

it('asks again for a value that was given up before its answer came', () => {
  const answer = answerSheets()
  const late: (() => void)[] = []
  const sheet: LiveSheet = new LiveSheet((question) => late.push(() => sheet.take(answer(question))))
  const answerAll = (): void => late.splice(0).forEach((reply) => reply())
  sheet.open(textOf(document))
  answerAll()
  const seven = { row: rows.wall, key: 'quantity', value: '7' }
  sheet.draft(seven)
  sheet.draft(null)
  answerAll()
  expect(sheet.state().sums).toBeNull()
  sheet.draft(seven)
  answerAll()
  expect(sheet.state().sums).toMatchObject({ direct_cost: '75.00' })
})

it('[R-07] draws again only the lines whose values are others than before', () => {
  const sheet = opened()
  const rest = { id: 'slab', number: '1.2', quantity: '1' }
  const slab = ['slab', { quantity: { value: '2', state: 'saving', of: rest } }] as const
  sheet.tell(new Map([slab]))
  const before = [sheet.over(rest), sheet.over(rows.shell)]
  sheet.tell(new Map([slab, ...edited('saving', '7')]))
  expect(sheet.over(rest)).toBe(before[0])
  expect(sheet.over(rows.shell)).not.toBe(before[1])
  expect(sheet.over(rows.shell)).toMatchObject({ node_total: '80.00' })
})

it('[R-07] asks once for a value that is typed, saved and taken', () => {
  const answer = answerSheets()
  const asked: unknown[] = []
  const sheet: LiveSheet = new LiveSheet((question) => {
    asked.push(question)
    sheet.take(answer(question))
  })
  sheet.open(textOf(document))
  asked.length = 0
  sheet.draft({ row: rows.wall, key: 'quantity', value: '7' })
  sheet.tell(edited('saving', '7'))
  sheet.tell(edited('saved', '7'))
  // The second time with the number of its line, which its own list says.
  expect(asked).toHaveLength(2)
  sheet.tell(edited('saving', '8'))
  expect(asked).toHaveLength(3)
  expect(sheet.state().sums).toMatchObject({ direct_cost: '85.00' })
})

it('[R-07] draws them until the list brings the values of the server, which stand from then on', () => {
  const sheet = opened()
  sheet.tell(edited('saving', '7'))
  const saved = edited('saved', '7')
  sheet.tell(saved)
  expect(sheet.over(rows.shell)).toMatchObject({ node_total: '75.00' })
  const [wall, shell] = [
    { ...rows.wall, quantity: '7' },
    { ...rows.shell, node_total: '75.00' },
  ]
  sheet.look([wall, rows.shell])
  // The line is there; the section is not yet.
  expect(sheet.over(rows.shell)).toMatchObject({ node_total: '75.00' })
  expect(sheet.over(shell)).toBeUndefined()
  const [, line, other] = document.nodes
  sheet.stored(
    kept(estimateOf([document.nodes[0]!, { ...line!, quantity: '7' } as typeof line & {}, other!])),
  )
  vi.runAllTimers()
  expect(sheet.state()).toEqual({ sums: null, isStale: false })
  // What was taken is held: the next edit counts on it.
  sheet.draft({ row: { id: 'slab' }, key: 'quantity', value: '2' })
  expect(sheet.state().sums).toMatchObject({ direct_cost: '80.00' })
})

it('[R-07] asks for the estimate anew when the server keeps other sums, and once for a line it does not have', () => {
  const sheet = opened()
  const changed = estimateOf([...document.nodes, lineOf('roof', { unitRate: '100' })])
  sheet.stored(kept(changed))
  vi.runAllTimers()
  expect(sheet.state().isStale).toBe(true)
  sheet.open(textOf(changed))
  vi.runAllTimers()
  expect(sheet.state()).toEqual({ sums: null, isStale: false })
  const window = { row: { id: 'window' }, key: 'quantity', value: '2' }
  sheet.draft(window)
  expect(sheet.state()).toEqual({ sums: null, isStale: true })
  sheet.open(textOf(changed))
  sheet.draft({ ...window, value: '3' })
  expect(sheet.state()).toEqual({ sums: null, isStale: false })
})

it('a refused edit counts nothing, one that waits for the network does', () => {
  const sheet = opened()
  sheet.tell(edited('failed', '7'))
  expect(sheet.state().sums).toBeNull()
  sheet.tell(edited('waiting', '7'))
  expect(sheet.state().sums).toMatchObject({ direct_cost: '75.00' })
})

it('asks anew for a line that was added while another edit waited', () => {
  const sheet = opened()
  const door = { id: 'door', number: '1.3', quantity: '1' }
  const waiting = (of: Record<string, unknown>, value: string) => ({
    quantity: { value, state: 'waiting' as const, of },
  })
  const bad = { qty_formula: { value: '2 * nothing', state: 'waiting' as const, of: rows.wall } }
  sheet.tell(new Map([['wall', bad]]))
  expect(sheet.state().isStale).toBe(true)
  sheet.open(textOf(document))
  expect(sheet.state().isStale).toBe(false)
  sheet.tell(new Map([['door', waiting(door, '3')]]))
  expect(sheet.state().isStale).toBe(true)
  const line = lineOf('door', { parentId: 'shell', quantity: '1', unitRate: '100' })
  sheet.open(textOf(estimateOf([...document.nodes, line])))
  expect(sheet.state()).toMatchObject({ sums: { direct_cost: '345.00' }, isStale: false })
})

it('is off for people who may not read all of it', () => {
  const answer = answerSheets()
  const sheet: LiveSheet = new LiveSheet((question) => sheet.take(answer(question)))
  sheet.open(JSON.stringify({ result: { form: null } }))
  sheet.draft({ row: rows.wall, key: 'quantity', value: '7' })
  expect(sheet.state()).toEqual({ sums: null, isStale: false })
})

it('asks again at the next edit for what could not be had', () => {
  const sheet = new LiveSheet()
  const told = vi.fn()
  sheet.subscribe(told)
  sheet.draft({ row: rows.wall, key: 'quantity', value: '7' })
  expect(told).not.toHaveBeenCalled()
  sheet.lost()
  expect(told).not.toHaveBeenCalled()
  sheet.draft({ row: rows.wall, key: 'quantity', value: '75' })
  expect(told).toHaveBeenCalledOnce()
  expect(sheet.state().isStale).toBe(true)
  const answer = answerSheets()
  sheet.connect((question) => sheet.take(answer(question)))
  sheet.open(textOf(document))
  expect(sheet.state()).toMatchObject({ isStale: false, sums: { direct_cost: '755.00' } })
})
