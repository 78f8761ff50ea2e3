import { afterAll, beforeAll, expect, it } from 'vitest'
import { startEstimating, type EstimatingPlace, type Row } from '../support/estimating-workspace.ts'

let work: EstimatingPlace

beforeAll(async () => {
  work = await startEstimating()
}, 60_000)

afterAll(() => work.server.stop())

const attach = (model: string, id: string, files: Row[]) =>
  work.owner.patch(`/api/records/${model}/${id}`, { documents: files })
const namesOf = (record: Row): string[] =>
  ((record['documents'] ?? []) as Row[]).map(({ name }) => name as string)

it('[R-07] documents stand with an estimate and its lines, go with a line into versions, and come later, too', async () => {
  const { estimate, version } = await work.result('estimate.create', { name: 'House' })
  const values = { unit: 'm2', quantity: '2', unit_rate: '10' }
  const { line } = await work.result('estimate.insert-line', { version, title: 'Wall', values })
  const [enquiry, quote, photo] = await Promise.all(
    ['enquiry.txt', 'quote.txt', 'photo.txt'].map(async (name) => ({ id: await work.upload(name, name) })),
  )
  expect((await attach('estimates', estimate, [enquiry!])).status).toBe(200)
  expect((await attach('estimate_lines', line, [quote!])).status).toBe(200)
  expect(namesOf(await work.read('estimates', estimate))).toEqual(['enquiry.txt'])

  await work.issue(version)
  const { content_hash } = await work.read('estimate_versions', version)
  const made = await work.result('estimate.new-version', { version })
  const [copy] = await work.inside('estimate_lines', made['version'])
  expect(namesOf(copy!)).toEqual(['quote.txt'])

  // What was offered says the same with one document more.
  expect((await attach('estimate_lines', line, [quote!, photo!])).status).toBe(200)
  expect(namesOf(await work.read('estimate_lines', line))).toEqual(['quote.txt', 'photo.txt'])
  expect((await work.read('estimate_versions', version))['content_hash']).toBe(content_hash)
  expect((await work.owner.patch(`/api/records/estimate_lines/${line}`, { title: 'Door' })).status).not.toBe(
    200,
  )
})
