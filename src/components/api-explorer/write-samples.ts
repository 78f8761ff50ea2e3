import type { ApiCall } from './read-document.ts'

/** What somebody filled in for a call. Values of parameters by their name; `body` is JSON text. */
export interface Filled {
  values: Readonly<Record<string, string>>
  body: string
}

/** The path with what was filled in, and its search. A path parameter that is missing stays in braces. */
export function addressOf(call: ApiCall, { values }: Filled): string {
  const path = call.path.replaceAll(/\{(\w+)\}/g, (whole, name: string) =>
    values[name] ? encodeURIComponent(values[name]) : whole,
  )
  const search = new URLSearchParams(
    call.parameters.flatMap(({ name, place }) =>
      place === 'query' && values[name] ? [[name, values[name]]] : [],
    ),
  ).toString()
  return search === '' ? path : `${path}?${search}`
}

/** The headers that were filled in. */
export const headersOf = (call: ApiCall, { values }: Filled): [string, string][] =>
  call.parameters.flatMap(({ name, place }) =>
    place === 'header' && values[name] ? [[name, values[name]] as [string, string]] : [],
  )

const hasBody = (call: ApiCall, { body }: Filled): boolean => call.body !== null && body.trim() !== ''
const shell = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

/** The call for a shell. */
export function curlSample(call: ApiCall, filled: Filled, url: string): string {
  const lines = [
    `curl ${call.method === 'GET' ? '' : `-X ${call.method} `}${shell(url + addressOf(call, filled))}`,
    `-H "Authorization: Bearer $FORMWORK_TOKEN"`,
    ...headersOf(call, filled).map(([name, value]) => `-H ${shell(`${name}: ${value}`)}`),
    ...(hasBody(call, filled)
      ? [`-H 'Content-Type: application/json'`, `-d ${shell(compact(filled.body))}`]
      : []),
  ]
  return lines.join(' \\\n  ')
}

/** The call for JavaScript. */
export function fetchSample(call: ApiCall, filled: Filled, url: string): string {
  const body = hasBody(call, filled)
  const headers = [
    '    Authorization: `Bearer ${process.env.FORMWORK_TOKEN}`,',
    ...headersOf(call, filled).map(
      ([name, value]) => `    ${JSON.stringify(name)}: ${JSON.stringify(value)},`,
    ),
    ...(body ? ["    'Content-Type': 'application/json',"] : []),
  ]
  return [
    `const answer = await fetch(${JSON.stringify(url + addressOf(call, filled))}, {`,
    ...(call.method === 'GET' ? [] : [`  method: ${JSON.stringify(call.method)},`]),
    '  headers: {',
    ...headers,
    '  },',
    ...(body ? [`  body: JSON.stringify(${indented(filled.body)}),`] : []),
    '})',
    'if (!answer.ok) throw new Error(await answer.text())',
    ...(call.answers.some(({ status }) => status === '204') ? [] : ['const result = await answer.json()']),
  ].join('\n')
}

const clientCalls: Record<string, (model: string, id: string, body: string) => string> = {
  listRecords: (model) => `const { rows, page } = await client.list(${model})`,
  createRecord: (model, _id, body) => `const row = await client.create(${model}, ${body})`,
  readRecord: (model, id) => `const row = await client.get(${model}, ${id})`,
  updateRecord: (model, id, body) => `const row = await client.update(${model}, ${id}, ${body})`,
  deleteRecord: (model, id) => `await client.delete(${model}, ${id})`,
}

/** The call with the client that `formwork types` writes; null where it has none of its own. */
export function clientSample(call: ApiCall, filled: Filled, url: string): string | null {
  const [name = '', ...key] = call.id.split('_')
  const line =
    call.id === 'readChanges'
      ? () => 'for await (const change of client.follow()) console.log(change)'
      : clientCalls[name]
  if (!line || (key.length === 0 && call.id !== 'readChanges')) return null
  const id = JSON.stringify(filled.values['id'] ?? '…')
  return [
    `// npx formwork types --url ${url} --out formwork.ts`,
    "import { createClient } from './formwork.ts'",
    '',
    `const client = createClient({ url: ${JSON.stringify(url)}, token: process.env.FORMWORK_TOKEN ?? '' })`,
    line(JSON.stringify(key.join('_')), id, hasBody(call, filled) ? indented(filled.body, 0) : '{}'),
  ].join('\n')
}

function compact(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body))
  } catch {
    return body
  }
}

const indented = (body: string, by = 2): string => body.trim().replaceAll('\n', `\n${' '.repeat(by)}`)
