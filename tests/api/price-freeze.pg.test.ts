import { existsSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startEstimating, type EstimatingPlace, type Row } from '../support/estimating-workspace.ts'

const cwicr = '../shared/data/cost/cwicr_catalog_de_berlin_eur.csv'
const day = '2026-03-01'

describe.skipIf(!existsSync(cwicr))('a price update (skipped where ../shared/data is absent)', () => {
  let work: EstimatingPlace
  beforeAll(async () => {
    work = await startEstimating()
  }, 60_000)
  afterAll(() => work.server.stop())

  const done = (command: string, input: Record<string, unknown>): Promise<Row> => work.result(command, input)
  const stage = async (bytes: string): Promise<string> =>
    (await work.owner.post('/api/imports?name=book.csv', undefined, { bytes })).body.id
  const versionOf = (id: string): Promise<Row> => work.read('estimate_versions', id)

  it('[R-07] of 500 of 7,184 items leaves what was issued as it is, and says before what a draft will come to', async () => {
    const text = readFileSync(cwicr, 'utf8')
    const catalogue = (await work.make('catalogues', { code: 'C', name: 'C', currency: 'EUR' }))['id']
    const book = { catalogue, leave_out: true }
    await done('catalogue.import', { ...book, import: await stage(text), valid_from: '2026-01-01' })
    const { raised, codes } = raise500(text)
    const { version } = await done('estimate.create', { name: 'House' })
    await work.owner.patch(`/api/records/estimate_versions/${version}`, { price_date: '2026-02-01' })
    const items = await priced(catalogue, codes)
    for (const [at, { id, unit }] of items.entries()) {
      const values = { unit, quantity: `${at * 3 + 1}.5` }
      const { line } = await done('estimate.insert-line', { version, title: `Line ${at}`, values })
      await done('estimate.price-line', { line, item: id })
    }
    await work.issue(version)
    const { version: draft } = await done('estimate.new-version', { version })
    const [issued, before] = [await versionOf(version), await versionOf(draft)]

    const update = { ...book, import: await stage(raised), valid_from: day }
    expect((await done('catalogue.import', update))['prices']).toMatchObject({ added: 500, changed: 500 })
    expect(await versionOf(version)).toMatchObject({
      content_hash: issued['content_hash'],
      gross: issued['gross'],
    })
    expect(await versionOf(draft)).toMatchObject({ gross: before['gross'] })

    const preview = await done('estimate.reprice-preview', { version: draft, date: day })
    // Half of the lines have an item whose price was raised.
    expect(preview['lines']).toHaveLength(items.length / 2)
    expect(preview['gross'].before).toBe(before['gross'])
    expect((await work.run('estimate.reprice', { version, date: day })).status).toBe(422)
    await done('estimate.reprice', { version: draft, date: day })
    expect(await versionOf(draft)).toMatchObject({ gross: preview['gross'].after, price_date: day })
    expect(preview['gross'].after).not.toBe(before['gross'])
    expect(await versionOf(version)).toMatchObject({ content_hash: issued['content_hash'] })
  }, 180_000)

  /** Twenty items whose price is raised, and twenty others. */
  async function priced(catalogue: string, codes: ReadonlySet<string>): Promise<Row[]> {
    const found: [Row[], Row[]] = [[], []]
    let after: string | null = null
    do {
      const query = {
        model: 'catalogue_items',
        where: { field: 'catalogue', op: 'eq', value: catalogue },
        fields: ['id', 'code', 'unit', 'latest_price'],
        page: { size: 500, ...(after !== null && { after }) },
      }
      const { body } = await work.owner.post('/api/query', { queries: [query] })
      const { rows, page } = body.results[0]
      for (const row of rows as Row[]) {
        const of = found[codes.has(row['code']) ? 0 : 1]
        if (row['unit'] && Number(row['latest_price']) > 0.5 && of.length < 20) of.push(row)
      }
      after = page.after
    } while (after !== null && found.some((of) => of.length < 20))
    return found.flat()
  }
})

/** The price book with 500 prices raised, of codes that stand in it once, and those codes. */
function raise500(text: string): { raised: string; codes: Set<string> } {
  const codeOf = (line: string): string => line.split(',')[0] ?? ''
  const lines = text.split('\n')
  const times = new Map<string, number>()
  for (const line of lines) times.set(codeOf(line), (times.get(codeOf(line)) ?? 0) + 1)
  const codes = new Set<string>()
  const raised = lines.map((line) => {
    if (codes.size === 500 || times.get(codeOf(line)) !== 1) return line
    const changed = line.replace(/,(Std\.|m3|Stück),(\d+\.\d+),/, (_, unit, price) => `,${unit},1${price},`)
    if (changed !== line) codes.add(codeOf(line))
    return changed
  })
  return { raised: raised.join('\n'), codes }
}
