import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startEstimating, type EstimatingPlace, type Row } from '../support/estimating-workspace.ts'

let work: EstimatingPlace
beforeAll(async () => {
  work = await startEstimating()
}, 60_000)
afterAll(() => work.server.stop())

const add = async (version: string, title: string, values: Row = {}, inside?: string): Promise<string> =>
  (
    await work.result('estimate.insert-line', {
      version,
      title,
      values: { unit: 'm2', quantity: '10', unit_rate: '12.50', ...values },
      ...(inside && { inside }),
    })
  )['line']

const sectionOf = async (version: string, title: string): Promise<string> =>
  (await work.result('estimate.insert-line', { version, kind: 'section', title }))['line']

const change = async (version: string, title: string, values: Row): Promise<void> => {
  const { status, body } = await work.owner.patch(
    `/api/records/estimate_lines/${await lineNamed(version, title)}`,
    values,
  )
  if (status !== 200) throw new Error(JSON.stringify(body))
}

const lineNamed = async (version: string, title: string): Promise<string> => {
  const line = (await work.inside('estimate_lines', version)).find((row) => row['title'] === title)
  if (!line) throw new Error(title)
  return line['id']
}

const next = async (version: string): Promise<string> =>
  (await work.result('estimate.new-version', { version }))['version']

/** What Compare lists of lines, counted. */
const compared = async (from: string, to: string): Promise<Row> => {
  const { changes } = await work.result('estimate.compare', { from, to })
  const lines = new Set(
    [...(await work.inside('estimate_lines', from)), ...(await work.inside('estimate_lines', to))]
      .filter(({ kind }) => kind === 'line')
      .map(({ id }) => id),
  )
  const of = (changes as Row[]).filter(({ before, after }) => lines.has(after ?? before))
  return {
    added: of.filter(({ before }) => before === null).length,
    removed: of.filter(({ after }) => after === null).length,
    changed: of.filter(({ before, after }) => before !== null && after !== null).length,
  }
}

describe('from version to version', () => {
  it('[R-07] lines are counted as Compare lists them: money, words, what the customer reads, and where they stand', async () => {
    const { estimate, version } = await work.result('estimate.create', { name: 'House' })
    const shell = await sectionOf(version, 'Shell')
    for (const title of ['Same', 'Quantity', 'Rate', 'Words', 'Customer', 'Hidden', 'VAT', 'Gone', 'Digits'])
      await add(version, title, {}, shell)
    for (const title of ['Moved', 'Option']) await add(version, title)
    await add(version, 'Base', { item_type: 'base', alt_group: 'wall' })
    await add(version, 'Alternative', { item_type: 'alternative', alt_group: 'wall' })
    const second = await next(version)
    const third = await next(version)
    await change(second, 'Quantity', { quantity: '11' })
    await change(second, 'Rate', { unit_rate: '13' })
    await change(second, 'Words', { text: 'Brick' })
    await change(second, 'Customer', { customer_text: 'Your wall' })
    await change(second, 'Hidden', { visible_to_customer: false })
    await change(second, 'VAT', { vat_code: 'reduced' })
    // As it is rounded, the same quantity.
    await change(second, 'Digits', { quantity: '10.0001' })
    await change(second, 'Option', { item_type: 'optional_without_total' })
    await change(second, 'Alternative', { selected: true })
    await work.result('estimate.move-line', {
      line: await lineNamed(second, 'Moved'),
      inside: await lineNamed(second, 'Shell'),
    })
    await work.result('estimate.remove-line', { line: await lineNamed(second, 'Gone') })
    await add(second, 'New')
    await add(second, 'New too')

    const { steps } = await work.result('estimate.steps', { estimate })
    const by = new Map((steps as Row[]).map(({ to, ...rest }) => [to, rest]))
    expect(by.get(second)).toEqual({ from: version, added: 2, removed: 1, changed: 10 })
    expect(by.get(second)).toEqual({ from: version, ...(await compared(version, second)) })
    expect(by.get(third)).toEqual({ from: version, added: 0, removed: 0, changed: 0 })
    expect(by.size).toBe(2)

    const { changes } = await work.result('estimate.compare', { from: version, to: second })
    const told = new Map((changes as Row[]).map(({ title, differs }) => [title, differs]))
    expect(told.get('Customer')).toEqual(['Text for the customer'])
    expect(told.get('Hidden')).toEqual(['Shown to the customer'])
    expect(told.get('VAT')).toEqual(['VAT'])
    expect(told.get('Moved')).toEqual(['Moved'])
    expect(told.get('Option')).toEqual(['Counts as', 'In the total'])
    expect(told.get('New')).toEqual([])
  })

  it('are the same where two versions round otherwise', async () => {
    const { estimate, version } = await work.result('estimate.create', { name: 'Rounded' })
    await add(version, 'Wall', { quantity: '3.3335', unit_rate: '1.005' })
    await add(version, 'Roof')
    const exact = await next(version)
    const { rounding } = await work.read('estimate_versions', exact)
    await work.owner.patch(`/api/records/estimate_versions/${exact}`, {
      rounding: { ...rounding, qty: null, unitRate: null, preset: null },
    })
    await change(exact, 'Roof', { quantity: '9' })
    const { steps } = await work.result('estimate.steps', { estimate })
    expect(steps).toEqual([{ from: version, to: exact, ...(await compared(version, exact)) }])
    expect((steps as Row[])[0]).toMatchObject({ added: 0, removed: 0, changed: 1 })
  })

  it('are for those who read all of an estimate', async () => {
    const { status } = await work.run('estimate.steps', { estimate: '01890000-0000-7000-8000-000000000000' })
    expect(status).toBe(404)
  })
})
