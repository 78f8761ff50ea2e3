import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ExportState } from '#contracts/api/exports.ts'
import type { Row } from '#contracts/query.ts'
import { readXlsx } from '#server/exchange/xlsx/read-xlsx.ts'
import { installDefinitions } from '../support/install-definitions.ts'
import type { Api } from '../support/people.ts'
import { startPlace, type Place } from '../support/start-place.ts'

let place: Place
let owner: Api

beforeAll(async () => {
  place = await startPlace('Exports')
  owner = place.owner
  const fields = [
    { key: 'code', label: 'Code', type: 'text' },
    { key: 'kind', label: 'Kind', type: 'text' },
    { key: 'price', label: 'Price', type: 'money', scale: 2 },
    { key: 'pieces', label: 'Pieces', type: 'integer' },
  ]
  await installDefinitions(place.server, place.tenant.id, place.ann.userId, [
    { kind: 'model', key: 'part', body: { label: 'Parts', schema: { version: 1, fields } } },
  ])
  // Ties in what is sorted by, empty cells, and what a separator or a line break could tear apart.
  const create = Array.from({ length: 120 }, (_, at) => ({
    code: `P;${at},"${at % 9}"\n${at}`,
    kind: at % 5 === 0 ? null : `kind ${at % 3}`,
    price: at % 7 === 0 ? null : `${(at * 37) % 11}.${10 + (at % 80)}`,
    pieces: at % 13,
  }))
  const { status, body } = await owner.post('/api/records/part/bulk', { create })
  expect(status, JSON.stringify(body)).toBe(200)
})
afterAll(() => place.server.stop())

const questions: { what: string; fields: string[]; [part: string]: unknown }[] = [
  { what: 'all of it', fields: ['code', 'kind', 'price', 'pieces'] },
  {
    what: 'a filter, sorted with ties, columns in another order',
    fields: ['price', 'code'],
    where: { field: 'kind', op: 'eq', value: 'kind 1' },
    sort: [{ field: 'pieces', dir: 'desc' }],
  },
  {
    what: 'empty values, sorted by two fields, by none of which it is shown',
    fields: ['code', 'pieces'],
    where: {
      or: [
        { field: 'kind', op: 'empty' },
        { field: 'price', op: 'gt', value: '5' },
      ],
    },
    sort: [{ field: 'price' }, { field: 'kind', dir: 'desc' }],
  },
  { what: 'what is searched for', fields: ['code'], search: 'P;1', sort: [{ field: 'code', dir: 'desc' }] },
  { what: 'nothing', fields: ['code', 'kind'], where: { field: 'code', op: 'eq', value: 'none' } },
]

/** The cells of a file as texts, an empty one as ''. */
function cellsOf(format: string, bytes: Buffer, fields: readonly string[]): string[][] {
  const text = (value: unknown): string => (value === null || value === undefined ? '' : String(value))
  if (format === 'xlsx') return readXlsx(bytes).rows.map((row) => fields.map((_, at) => text(row[at])))
  const rows =
    format === 'json'
      ? (JSON.parse(bytes.toString()) as Row[])
      : bytes
          .toString()
          .split('\n')
          .filter((line) => line !== '')
          .map((line) => JSON.parse(line) as Row)
  for (const row of rows) expect(Object.keys(row).filter((key) => key !== 'id')).toEqual(fields)
  return rows.map((row) => fields.map((key) => text(row[key])))
}

const csvOf = (rows: readonly (readonly string[])[]): string =>
  rows
    .map((row) => row.map((cell) => (/[";,\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)))
    .map((row) => `${row.join(',')}\r\n`)
    .join('')

const labels: Record<string, string> = { code: 'Code', kind: 'Kind', price: 'Price', pieces: 'Pieces' }

describe.each(questions)('an export of $what', ({ what: _what, ...question }) => {
  let expected: string[][]
  beforeAll(async () => {
    const asked = { model: 'part', ...question, page: { size: 500 } }
    const { body } = await owner.post('/api/query', { queries: [asked] })
    expected = (body.results[0].rows as Row[]).map((row) =>
      question.fields.map((key) => String(row[key] ?? '')),
    )
  })

  it.each(['csv', 'xlsx', 'json', 'jsonl'])(
    'as %s holds the rows of the list, in its order, in its columns, at once and in the background',
    async (format) => {
      const query = JSON.stringify(question)
      const { body } = await owner.post('/api/exports', { model: 'part', format, query })
      const at = `/api/exports/${body.id}`
      await expect.poll(async () => ((await owner.get(at)).body as ExportState).status).toBe('done')
      for (const path of [
        `/api/records/part/export?format=${format}&query=${encodeURIComponent(query)}`,
        `${at}/file`,
      ]) {
        const file = await fetch(`${place.server.url}${path}`, {
          headers: { authorization: `Bearer ${place.ann.token}`, 'x-tenant-id': place.tenant.id },
        })
        expect(file.status).toBe(200)
        const bytes = Buffer.from(await file.arrayBuffer())
        const heads = question.fields.map((key) => labels[key] ?? '')
        if (format === 'csv') expect(bytes.toString()).toBe(csvOf([heads, ...expected]))
        // Numbers of a workbook are numbers: 1.10 is 1.1 there.
        else if (format === 'xlsx')
          expect(cellsOf(format, bytes, question.fields)).toEqual(
            expected.map((row) => row.map((cell) => cell.replace(/^(\d+\.\d)0$/, '$1').replace(/\.0$/, ''))),
          )
        else expect(cellsOf(format, bytes, question.fields)).toEqual(expected)
      }
    },
  )
})
