const ref = { $ref: '#/components/schemas/suppliers' }
const json = (schema: object, example?: object) => ({
  content: { 'application/json': { schema, ...(example && { example }) } },
})
const id = { name: 'id', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } }
const key = { name: 'Idempotency-Key', in: 'header', required: false, schema: { type: 'string' } }
const call = (operationId: string, summary: string, more: object) => ({
  operationId,
  summary,
  tags: ['suppliers'],
  parameters: [],
  ...more,
})
const done = (schema: object) => ({ description: 'Done.', ...json(schema) })

/** A small description of an API, for the gallery and the tests. */
export const sampleApi: Record<string, unknown> = {
  openapi: '3.1.0',
  info: { title: 'Formwork', version: '0', description: 'Send an API token as Authorization: Bearer fw_…' },
  servers: [{ url: 'https://app.example.com' }],
  tags: [{ name: 'suppliers', description: 'Suppliers', 'x-model': 'suppliers' }, { name: 'changes' }],
  paths: {
    '/api/records/suppliers': {
      get: call('listRecords_suppliers', 'List: Suppliers', {
        parameters: [
          {
            name: 'where',
            in: 'query',
            required: false,
            description: 'A condition as JSON.',
            ...json({}, { field: 'name', op: 'eq', value: 'Nordkies' }),
          },
          { name: 'size', in: 'query', required: false, schema: { type: 'integer', minimum: 1 } },
        ],
        responses: {
          200: done({ type: 'object', properties: { rows: { type: 'array', items: ref } } }),
        },
      }),
      post: call('createRecord_suppliers', 'Create: Suppliers', {
        parameters: [key],
        requestBody: { required: true, ...json(ref, { name: 'Nordkies Betonwerk', state: 'open' }) },
        responses: { 201: done(ref), 422: { description: 'invalid' } },
      }),
    },
    '/api/records/suppliers/{id}': {
      patch: call('updateRecord_suppliers', 'Change: Suppliers', {
        parameters: [id, key],
        requestBody: { required: true, ...json(ref, { name: 'Nordkies' }) },
        responses: { 200: done(ref) },
      }),
      delete: call('deleteRecord_suppliers', 'Delete: Suppliers', {
        parameters: [id, key],
        responses: { 204: { description: 'Done.' } },
      }),
    },
    '/api/changes': {
      get: {
        operationId: 'readChanges',
        summary: 'What changed since a change number',
        tags: ['changes'],
        parameters: [{ name: 'since', in: 'query', required: false, schema: { type: 'integer' } }],
        responses: { 200: { description: 'Done.' } },
      },
    },
  },
  components: {
    schemas: {
      suppliers: {
        type: 'object',
        required: ['id'],
        properties: {
          id: { type: 'string', format: 'uuid', title: 'Id', readOnly: true },
          name: { title: 'Name', anyOf: [{ type: 'string' }, { type: 'null' }] },
          state: { title: 'State', anyOf: [{ enum: ['open', 'closed'] }, { type: 'null' }] },
          tags: { title: 'Tags', type: 'array', items: { type: 'string' } },
        },
      },
    },
  },
}
