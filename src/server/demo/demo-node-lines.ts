import { must } from '#base/assert.ts'
import { decimal, roundHalfUp } from '#base/decimal.ts'
import type { Caller } from '../database/in-tenant.ts'
import { withRecords } from '../records/open-records.ts'
import type { Services } from '../services.ts'
import type { DemoPlaces } from './demo-site.ts'
import type { DemoSite } from './demo-site-file.ts'
import { create, linesOf } from './demo-writer.ts'

/** Where the lines of an accepted version belong: each to its work package, and in equal parts to the places of its section. */
export async function writeDemoNodeLines(
  services: Services,
  owner: Caller,
  { shell }: DemoSite,
  { nodes }: DemoPlaces,
  version: string,
): Promise<void> {
  const nodeOf = (code: string): string => must(nodes.get(code), `${code} is a node`)
  await withRecords({ caller: owner, services }, async (context) => {
    const known = await linesOf(context, version)
    const links = shell.sections.flatMap(({ work, places, lines }) =>
      lines.flatMap((line) => {
        const { id } = must(known.get(line.title), `${line.title} is a line`)
        const parts = shares(places.length)
        return [
          { node: nodeOf(line.work ?? work), line: id, share: '100' },
          ...places.map((code, at) => ({ node: nodeOf(code), line: id, share: must(parts[at]) })),
        ]
      }),
    )
    await create(context, 'node_lines', links)
  })
}

/** A hundred per cent in equal parts; the last one takes what is left. */
function shares(count: number): string[] {
  const each = roundHalfUp(decimal(100).div(count), 6)
  const rest = decimal(100).minus(decimal(each).times(count - 1))
  return Array.from({ length: count }, (_, at) => (at < count - 1 ? each : rest.toString()))
}
