import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { fetchModels } from './fetch-models.ts'
import { writeTypes } from './write-types.ts'

const usage = `formwork types --url <address> --out <file.ts> [--token <fw_…>]

  --url     where the server is: https://app.example.com
  --out     the TypeScript file to write: formwork.ts, or formwork.d.ts for the types alone
  --token   an API token of the workspace; FORMWORK_TOKEN unless told

Writes one interface a model, and a client that lists, reads, writes and follows changes.`

/** `formwork types`: writes a typed client for the models of a workspace. Answers the exit code; throws in plain words. */
export async function runTypes(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      url: { type: 'string' },
      out: { type: 'string' },
      token: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  })
  const token = values.token ?? process.env['FORMWORK_TOKEN']
  if (values.help === true || !values.url || !values.out || !token) {
    process.stdout.write(`${usage}\n`)
    return values.help === true ? 0 : 1
  }
  const url = values.url.replace(/\/+$/, '')
  const models = await fetchModels(url, token)
  writeFileSync(values.out, writeTypes(models, url, values.out.endsWith('.d.ts')))
  process.stdout.write(`${values.out}: ${models.length} models\n`)
  return 0
}
