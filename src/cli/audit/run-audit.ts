import { parseArgs } from 'node:util'
import type { AuditVerdict } from '#contracts/api/audit.ts'
import { verifyEveryAudit } from '#server/audit/verify-every-audit.ts'

const usage = `formwork audit verify [--database <postgresql://…>] [--data <folder>] [--tenant <id>]
formwork audit verify --url <address> [--token <fw_…>]

Looks through the audit log for entries that were changed, removed or put in, and names the first.

  --database   connection string of the owner; DATABASE_URL unless told
  --data       where the server notes how far each log was; DATA_DIR or .data unless told
  --tenant     one workspace only
  --url        ask a running server instead, for the workspace of an API token
  --token      that token; FORMWORK_TOKEN unless told`

/** `formwork audit verify`: answers 0 when every log is whole, 2 when one is not, 1 when it could not look. */
export async function runAudit(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      database: { type: 'string' },
      data: { type: 'string' },
      tenant: { type: 'string' },
      url: { type: 'string' },
      token: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  })
  const database = values.database ?? process.env['DATABASE_URL']
  const token = values.token ?? process.env['FORMWORK_TOKEN']
  const possible = values.url ? token : database
  if (values.help === true || positionals[0] !== 'verify' || !possible) {
    process.stdout.write(`${usage}\n`)
    return values.help === true ? 0 : 1
  }
  if (values.url) return report('The workspace', await askServer(values.url, possible))
  const dataDir = values.data ?? process.env['DATA_DIR'] ?? '.data'
  const verdicts = await verifyEveryAudit(possible, dataDir, values.tenant)
  const codes = verdicts.map(({ name, tenantId, verdict }) => report(`${name} (${tenantId})`, verdict))
  return Math.max(0, ...codes)
}

async function askServer(url: string, token: string): Promise<AuditVerdict> {
  const answer = await fetch(`${url.replace(/\/+$/, '')}/api/audit/verification`, {
    headers: { authorization: `Bearer ${token}` },
  })
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`)
  return (await answer.json()) as AuditVerdict
}

const reasons: Record<NonNullable<AuditVerdict['broken']>['reason'], string> = {
  changed: 'was changed after it was written',
  moved: 'does not follow the one before it',
  missing: 'is missing',
  cut: 'and everything after it is missing',
}

function report(name: string, { broken, entries, head }: AuditVerdict): number {
  process.stdout.write(
    broken
      ? `${name}: BROKEN, entry ${broken.number}${broken.at ? ` of ${broken.at}` : ''} ${reasons[broken.reason]}\n`
      : `${name}: whole, ${entries} entries${head ? `, last ${head.hash}` : ''}\n`,
  )
  return broken ? 2 : 0
}
