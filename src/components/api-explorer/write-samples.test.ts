import { describe, expect, it } from 'vitest'
import { findCalls, readDocument } from './read-document.ts'
import { propertiesOf, schemaWords } from './schema-words.ts'
import { sampleApi } from '../gallery/sample/sample-api.ts'
import { addressOf, clientSample, curlSample, fetchSample } from './write-samples.ts'
import { must } from '#base/assert.ts'

const api = readDocument(sampleApi)
const call = (id: string) => must(api.groups.flatMap(({ calls }) => calls).find((one) => one.id === id))
const url = 'https://app.example.com'

describe('an OpenAPI document as a page shows it', () => {
  it('groups calls, models first by their labels, and finds them by words', () => {
    expect(api.groups.map(({ label, calls }) => [label, calls.length])).toEqual([
      ['Suppliers', 4],
      ['changes', 1],
    ])
    expect(findCalls(api.groups, 'create supp').flatMap(({ calls }) => calls.map(({ id }) => id))).toEqual([
      'createRecord_suppliers',
    ])
    expect(findCalls(api.groups, 'nothing here')).toEqual([])
  })

  it('says of a schema what it is in a few words', () => {
    const row = must(api.schemas['suppliers'])
    const types = propertiesOf(row, api.schemas).map(({ key, schema, required }) => [
      key,
      schemaWords(schema, api.schemas),
      required,
    ])
    expect(types).toEqual([
      ['id', 'uuid', true],
      ['name', 'string', false],
      ['state', '"open" | "closed"', false],
      ['tags', 'string[]', false],
    ])
    const page = must(call('listRecords_suppliers').answers[0]?.schema)
    expect(propertiesOf(page, api.schemas).map(({ schema }) => schemaWords(schema, api.schemas))).toEqual([
      'suppliers[]',
    ])
  })
})

describe('a call as code', () => {
  it('puts what was filled in where it belongs, and nothing else', () => {
    const read = { values: { id: 'a/b', size: '', where: '' }, body: '' }
    expect(addressOf(call('updateRecord_suppliers'), read)).toBe('/api/records/suppliers/a%2Fb')
    const where = { values: { where: '{"field":"name"}' }, body: '' }
    expect(addressOf(call('listRecords_suppliers'), where)).toBe(
      '/api/records/suppliers?where=%7B%22field%22%3A%22name%22%7D',
    )
  })

  it('for a shell, with quotes that hold', () => {
    const filled = { values: { 'Idempotency-Key': 'k' }, body: '{\n  "name": "O\'Neill"\n}' }
    expect(curlSample(call('createRecord_suppliers'), filled, url)).toBe(
      [
        `curl -X POST 'https://app.example.com/api/records/suppliers' \\`,
        `  -H "Authorization: Bearer $FORMWORK_TOKEN" \\`,
        `  -H 'Idempotency-Key: k' \\`,
        `  -H 'Content-Type: application/json' \\`,
        `  -d '{"name":"O'\\''Neill"}'`,
      ].join('\n'),
    )
  })

  it('for JavaScript, and for the typed client where it has the call', () => {
    const filled = { values: { id: '1' }, body: '{"name": "x"}' }
    const text = fetchSample(call('updateRecord_suppliers'), filled, url)
    expect(text).toContain('method: "PATCH"')
    expect(text).toContain('body: JSON.stringify({"name": "x"})')
    expect(clientSample(call('updateRecord_suppliers'), filled, url)).toContain(
      'client.update("suppliers", "1", {"name": "x"})',
    )
    expect(clientSample(call('readChanges'), filled, url)).toContain('client.follow()')
  })
})
