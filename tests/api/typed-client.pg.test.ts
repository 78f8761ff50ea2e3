import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import ts from 'typescript'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Api } from '../support/people.ts'
import { startPlace } from '../support/start-place.ts'
import type { TestServer } from '../support/start-test-server.ts'

const run = promisify(execFile)

let server: TestServer
let call: Api
let token: string
let folder: string
let file: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'formwork-types-'))
  file = join(folder, 'formwork.ts')
  ;({ server, owner: call } = await startPlace('Typed'))
  const model = async (key: string, fields: object[]) => {
    const { status, body } = await call.post('/api/models', { key, label: key, schema: { fields } })
    expect(status, JSON.stringify(body)).toBe(201)
  }
  await model('suppliers', [
    { key: 'name', label: 'Name */ "of it"', type: 'text', required: true },
    { key: 'city', label: 'City', type: 'text' },
  ])
  await model('steel_parts', [
    { key: 'name', label: 'Name', type: 'text', required: true },
    { key: 'price', label: 'Price', type: 'money', currency: 'EUR', scale: 2 },
    { key: 'paid', label: 'Paid', type: 'money', currencies: ['EUR', 'USD'] },
    { key: 'amount', label: 'Amount', type: 'decimal', unit: 'kg' },
    { key: 'count', label: 'Count', type: 'integer' },
    { key: 'due', label: 'Due', type: 'date' },
    { key: 'done', label: 'Done', type: 'boolean' },
    {
      key: 'state',
      label: 'State',
      type: 'select',
      options: ['open', { value: 'on_site', label: 'On site' }],
    },
    { key: 'marks', label: 'Marks', type: 'multi_select', options: ['red', 'blue'] },
    { key: 'supplier', label: 'Supplier', type: 'relation', target: 'suppliers' },
    { key: 'others', label: 'Others', type: 'relation', target: 'suppliers', many: true },
    { key: 'boss', label: 'Boss', type: 'user' },
    { key: 'site', label: 'Site', type: 'address' },
    { key: 'place', label: 'Place', type: 'geo_point' },
    { key: 'plans', label: 'Plans', type: 'file' },
    { key: 'data', label: 'Data', type: 'json' },
    { key: 'class', label: 'A word of the language', type: 'text' },
    { key: 'twice', label: 'Twice', type: 'formula', formula: '2 * count' },
  ])
  const made = await call.post('/api/records/sys_api_token', { name: 'Types', valid_days: 1 })
  token = made.body.token
  const { stdout } = await run(process.execPath, [
    'src/cli/formwork.mjs',
    'types',
    '--url',
    `${server.url}/`,
    '--out',
    file,
    '--token',
    token,
  ])
  expect(stdout).toContain('4 models')
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await server.stop()
})

/** What TypeScript says of a text that uses the generated client, under --strict and stricter. */
function problems(text: string): string[] {
  const user = join(folder, 'user.ts')
  writeFileSync(
    user,
    `import { createClient, decimal, type Decimal, type Models } from './formwork.ts'\n${text}`,
  )
  const program = ts.createProgram([user], {
    strict: true,
    noEmit: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    allowImportingTsExtensions: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
    lib: ['lib.es2022.d.ts', 'lib.dom.d.ts'],
    types: [],
  })
  return ts
    .getPreEmitDiagnostics(program)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))
}

describe('formwork types', () => {
  it('writes what TypeScript reads under --strict, with models, options and relations by name', () => {
    const text = `
      const client = createClient({ url: '', token: '' })
      export async function use(): Promise<unknown> {
        const { rows } = await client.list('steel_parts', {
          where: { and: [
            { field: 'price', op: 'gt', value: decimal('10.00') },
            { field: 'state', op: 'in', value: ['open', 'on_site'] },
            { not: { field: 'due', op: 'empty' } },
            { field: 'supplier.city', op: 'eq', value: 'Bonn' },
            { field: 'count', op: 'between', value: [1, 2] },
          ] },
          sort: [{ field: 'name', dir: 'desc' }, { field: 'supplier.name' }],
          fields: ['name', 'price', 'supplier'],
          expand: ['supplier'],
        })
        const [row] = rows
        const price: Decimal | null | undefined = row?.price
        const city: string | null | undefined = row?.supplier?.city
        // @ts-expect-error not asked for
        row?.count
        const whole = await client.list('steel_parts', { expand: ['others'] })
        const names: (string | null)[] = whole.rows[0]?.others.map(({ name }) => name) ?? []
        const made = await client.create('steel_parts', { name: 'Beam', state: 'open', marks: ['red'], paid: { amount: decimal('1'), currency: 'USD' } })
        await client.update('steel_parts', made.id, { price: decimal('2.50'), class: null }, { price: made.price })
        for await (const part of client.all('suppliers', { search: 'x' })) part.name
        for await (const change of client.follow()) change.number
        const twice: number | null = made.twice
        return [price, city, names, twice]
      }
      export type Keys = keyof Models
    `
    expect(problems(text)).toEqual([])
  })

  it('and refuses what the workspace would refuse', () => {
    const wrong = [
      "client.list('nothing')",
      "client.list('suppliers', { where: { field: 'town', op: 'eq', value: 'x' } })",
      "client.list('steel_parts', { where: { field: 'count', op: 'contains', value: 'x' } })",
      "client.list('steel_parts', { where: { field: 'count', op: 'eq', value: 'x' } })",
      "client.list('steel_parts', { where: { field: 'state', op: 'eq', value: 'closed' } })",
      "client.list('steel_parts', { sort: [{ field: 'data' }] })",
      "client.list('suppliers', { expand: ['name'] })",
      "client.create('suppliers', { city: 'Bonn' })",
      "client.create('suppliers', { name: 'x', twon: 'Bonn' })",
      "client.create('steel_parts', { name: 'x', price: 2.5 })",
      "client.create('steel_parts', { name: 'x', price: '2.50' })",
      "client.create('steel_parts', { name: 'x', twice: 2 })",
      "client.update('suppliers', 'id', { id: 'other' })",
    ]
    const text = wrong.map((line) => `// @ts-expect-error\nvoid ${line}`).join('\n')
    expect(problems(`const client = createClient({ url: '', token: '' })\n${text}`)).toEqual([])
  })

  it('works with a real server: reads, writes, conflicts, refusals, news', async () => {
    const script = join(folder, 'formwork.mjs')
    const options = { module: ts.ModuleKind.ES2022, target: ts.ScriptTarget.ES2022 }
    writeFileSync(script, ts.transpile(readFileSync(file, 'utf8'), options))
    const { createClient, decimal, FormworkError } = await import(pathToFileURL(script).href)
    const client = createClient({ url: server.url, token })
    const news = new AbortController()
    const heard: { kind: string; model: string; id: string }[] = []
    const from = (await client.changes()).upto
    const listening = (async () => {
      for await (const change of client.follow({ since: from, signal: news.signal })) heard.push(change)
    })()
    const supplier = await client.create('suppliers', { name: 'Stahl AG', city: 'Bonn' }, 'once')
    expect(await client.create('suppliers', { name: 'Stahl AG', city: 'Bonn' }, 'once')).toEqual(supplier)
    const part = await client.create('steel_parts', {
      name: 'Beam',
      price: decimal('12.50'),
      paid: { amount: decimal('3'), currency: 'USD' },
      state: 'on_site',
      count: 4,
      supplier: supplier.id,
      others: [supplier.id],
      site: { street: 'Weg 1', postal_code: '53111', city: 'Bonn' },
      place: { lat: 50.7, lng: 7.1 },
      marks: ['red'],
    })
    expect(part).toMatchObject({ price: '12.50', twice: 8, state: 'on_site', supplier: supplier.id })
    for (let number = 0; number < 5; number++) await client.create('suppliers', { name: `Firm ${number}` })
    const listed = await client.list('steel_parts', {
      where: {
        and: [
          { field: 'supplier.city', op: 'eq', value: 'Bonn' },
          { field: 'price', op: 'gte', value: '12.5' },
        ],
      },
      fields: ['name', 'supplier', 'others'],
      expand: ['supplier', 'others'],
    })
    expect(listed.rows).toMatchObject([
      { id: part.id, supplier: { name: 'Stahl AG' }, others: [{ city: 'Bonn' }] },
    ])
    const names: string[] = []
    for await (const { name } of client.all('suppliers', { size: 2, sort: [{ field: 'name' }] }))
      names.push(name)
    expect(names).toEqual(['Firm 0', 'Firm 1', 'Firm 2', 'Firm 3', 'Firm 4', 'Stahl AG'])
    await client.update('suppliers', supplier.id, { city: 'Köln' }, { city: 'Bonn' })
    expect((await client.get('suppliers', supplier.id)).city).toBe('Köln')
    const conflict = await client
      .update('suppliers', supplier.id, { city: 'Ulm' }, { city: 'Bonn' })
      .catch((error: unknown) => error)
    expect(conflict).toBeInstanceOf(FormworkError)
    expect(conflict).toMatchObject({ status: 412, code: 'edit_conflict', requestId: expect.any(String) })
    await expect(
      client.list('steel_parts', { where: { field: 'never', op: 'eq', value: 1 } }),
    ).rejects.toMatchObject({
      code: 'unknown_field',
    })
    await client.delete('steel_parts', part.id)
    await expect(client.get('steel_parts', part.id)).rejects.toMatchObject({ status: 404 })
    await expect.poll(() => heard.some(({ kind, id }) => kind === 'deleted' && id === part.id)).toBe(true)
    expect(heard.map(({ kind, model }) => `${kind} ${model}`)).toEqual([
      'created suppliers',
      'created steel_parts',
      ...Array<string>(5).fill('created suppliers'),
      'updated suppliers',
      'deleted steel_parts',
    ])
    news.abort()
    await listening
    expect(() => decimal('12,5')).toThrow(TypeError)
  })

  it('says plainly what went wrong, and shows no field that the token may not read', async () => {
    const cli = (...args: string[]) =>
      run(process.execPath, ['src/cli/formwork.mjs', ...args], {
        env: { ...process.env, FORMWORK_TOKEN: '' },
      }).catch((error: { stdout: string; stderr: string }) => error)
    expect((await cli('types', '--url', server.url, '--out', file, '--token', 'fw_no')).stderr).toContain(
      'not known',
    )
    expect((await cli('types')).stdout).toContain('--url')
    expect((await cli('nothing')).stderr).toContain('types')
    await call.post('/api/roles', {
      key: 'narrow',
      label: 'Narrow',
      grants: { suppliers: { verbs: ['read'] } },
    })
    const { body } = await call.post('/api/records/sys_api_token', {
      name: 'N',
      valid_days: 1,
      role: 'narrow',
    })
    const small = join(folder, 'narrow.ts')
    await cli('types', '--url', server.url, '--out', small, '--token', body.token)
    const text = readFileSync(small, 'utf8')
    expect([text.includes('SuppliersRow'), text.includes('SteelParts')]).toEqual([true, false])
    expect(text).toContain('interface SuppliersWrite {}')
    const types = join(folder, 'only.d.ts')
    await cli('types', '--url', server.url, '--out', types, '--token', body.token)
    expect(readFileSync(types, 'utf8')).not.toContain('class')
    expect(
      problems("import type { SuppliersRow } from './only.d.ts'\nexport type Name = SuppliersRow['name']"),
    ).toEqual([])
  })
})
