import type { RouteWrite } from '#contracts/route.ts'
import type { SharedView } from '#contracts/view.ts'
import type { Workflow, WorkflowStep } from '#contracts/workflow.ts'
import { innerLists } from '../workflows/run-state.ts'
import type { DefinitionKind } from './definitions.ts'

/**
 * Keys of the roles that a route, a view or a workflow names; of other kinds none. The body was checked by its contract.
 * @example rolesNamed('route', { access: { roles: ['crew'] }, … }) // ['crew']
 */
export function rolesNamed(kind: DefinitionKind, body: Readonly<Record<string, unknown>>): string[] {
  if (kind === 'route') {
    const { access, by_role: byRole = [] } = body as Pick<RouteWrite, 'access' | 'by_role'>
    return [...(access.roles ?? []), ...byRole.map(({ role }) => role)]
  }
  if (kind === 'view') return (body as Partial<SharedView>).default_for ?? []
  if (kind !== 'workflow') return []
  const { runs_as: own, trigger, steps } = body as Pick<Workflow, 'runs_as' | 'trigger' | 'steps'>
  return [
    ...(own === null ? [] : [own]),
    ...('roles' in trigger ? trigger.roles : []),
    ...steps.flatMap(rolesOfStep),
  ]
}

function rolesOfStep(step: WorkflowStep): string[] {
  const people = step.kind === 'notify' ? step.to : step.kind === 'approve' ? step.by : []
  const own = people.flatMap((entry) => ('role' in entry ? [entry.role] : []))
  return [...own, ...innerLists(step).flatMap(([, inner]) => inner.flatMap(rolesOfStep))]
}

/**
 * A route or a view without the roles that are gone; null for a workflow that names one, as what it was to do cannot be
 * said without it. A route that was open to them alone is open to owners alone.
 */
export function withoutGoneRoles(
  kind: DefinitionKind,
  body: Record<string, unknown>,
  isThere: (role: string) => boolean,
): Record<string, unknown> | null {
  if (rolesNamed(kind, body).every(isThere)) return body
  if (kind === 'workflow') return null
  if (kind === 'view') return { ...body, default_for: (body as SharedView).default_for.filter(isThere) }
  const { access, by_role: byRole } = body as RouteWrite
  return {
    ...body,
    access: access.roles ? { roles: access.roles.filter(isThere) } : access,
    ...(byRole && { by_role: byRole.filter(({ role }) => isThere(role)) }),
  }
}
