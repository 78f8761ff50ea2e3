import { invalid } from '#base/app-error.ts'
import { isUuid } from '#base/ids.ts'
import { isExpression } from '#contracts/expression.ts'
import type { People } from '#contracts/workflow.ts'
import type { StepTurn } from '../step-turn.ts'

/** Somebody of the workspace. */
export interface Somebody {
  id: string
  name: string
  email: string | null
  role: string
}

const members = `
  select m.id, m.name, m.email, m.role from app.list_members() m
  where m.tenant_id = $1 and m.status = 'active' order by m.id`

/** Whom a step means, each once: members, everybody of a role, and those an expression names. Throws 422 for nobody. */
export async function peopleOf(
  { context, resolve }: StepTurn,
  people: People,
  path: string,
): Promise<Somebody[]> {
  const { rows } = await context.tx.query<Somebody>(members, [context.caller.tenantId])
  const wanted = new Set<string>()
  for (const entry of people) {
    if (isExpression(entry)) for (const id of idsIn(resolve(entry))) wanted.add(id)
    else if ('member' in entry) wanted.add(entry.member.toLowerCase())
    else for (const { id, role } of rows) if (role === entry.role) wanted.add(id)
  }
  const found = rows.filter(({ id }) => wanted.has(id))
  if (found.length === 0)
    throw invalid([{ path, code: 'nobody', message: 'Nobody of the workspace is meant by this.' }])
  return found
}

const idsIn = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).flatMap((one: unknown) =>
    typeof one === 'string' && isUuid(one) ? [one.toLowerCase()] : [],
  )

/** A text of a step; what gives no text is written as it is. */
export const textOf = (value: unknown, most: number): string =>
  (typeof value === 'string'
    ? value
    : value === null || value === undefined
      ? ''
      : JSON.stringify(value)
  ).slice(0, most)
