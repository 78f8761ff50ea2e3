import { AppError } from '#base/app-error.ts'
import type {
  AccessExplanation,
  Decision,
  ExplainRequest,
  ModelExplanation,
} from '#contracts/access-explanation.ts'
import type { ModelInfo } from '#kernel/models/workspace.ts'
import { compilePermissions } from '#kernel/permissions/compile-permissions.ts'
import { explainAccess } from '#kernel/permissions/explain-access.ts'
import type { Caller } from '../database/in-tenant.ts'
import { standingFor } from '../portal/closed-places.ts'
import { ask, type RecordContext } from '../records/record-context.ts'
import { effectiveRoutes, mayOpenRoute } from '../routes/effective-routes.ts'
import { matchPath } from '../routes/match-path.ts'
import { requireManage } from '../workspaces/require-manage.ts'
import { activeMember, type ActiveMember } from './enter-preview.ts'

/**
 * Which rule lets a role or person do what, for those who manage roles. Of a model's fields it names only those the
 * caller may see. Throws 403, 404 for a role, person or model that is not there.
 */
export async function explainFor(
  context: RecordContext,
  caller: Caller,
  wish: ExplainRequest,
): Promise<AccessExplanation> {
  const { tx } = context
  const { workspace } = await requireManage(tx, caller, 'roles')
  const person = 'user_id' in wish.as ? await activeMember(tx, wish.as.user_id.toLowerCase()) : null
  const role = workspace.roles.get('role' in wish.as ? wish.as.role : (person?.role ?? ''))
  if (!role) throw new AppError('not_found')
  const model = wish.model === undefined ? null : workspace.models.get(wish.model)
  if (model === undefined || (model && !context.access.can(model, 'read'))) throw new AppError('not_found')
  return {
    role: { key: role.key, label: role.label, built_in: role.built_in },
    person: person && { id: person.id, name: person.name },
    model:
      model &&
      (await explainModel(
        context,
        role.key,
        { person, recordId: await boundTo(context, wish, person) },
        model,
        wish.record_id,
      )),
    screen: wish.route_path === undefined ? null : await explainScreen(context, role.key, wish.route_path),
  }
}

/** Whom it is about: a person, and the record that stands for them or for somebody of the role. */
interface Asked {
  person: ActiveMember | null
  recordId: string | null
}

async function boundTo(
  { tx }: RecordContext,
  { as }: ExplainRequest,
  person: ActiveMember | null,
): Promise<string | null> {
  if (!person) return 'record_id' in as ? (as.record_id?.toLowerCase() ?? null) : null
  const { rows } = await tx.query<{ id: string | null }>('select app.record_of($1) as id', [person.id])
  return rows[0]?.id ?? null
}

async function explainModel(
  context: RecordContext,
  role: string,
  asked: Asked,
  model: ModelInfo,
  recordId: string | undefined,
): Promise<ModelExplanation> {
  const whole = explainAccess(context.workspace, role, model)
  const mine = context.access.readable(model)
  const explained = { ...whole, fields: whole.fields.filter(({ key }) => mine.has(key)) }
  if (recordId === undefined) return explained
  return { ...explained, record: await explainRecord(context, role, asked, model, recordId) }
}

async function explainRecord(
  context: RecordContext,
  role: string,
  { person, recordId }: Asked,
  model: ModelInfo,
  id: string,
): Promise<NonNullable<ModelExplanation['record']>> {
  const question = {
    model: model.key,
    fields: ['id'],
    where: { field: 'id', op: 'eq' as const, value: id },
    page: { size: 1 },
  }
  const sees = async (reader: RecordContext): Promise<boolean> =>
    (await ask(reader, question)).rows.length > 0
  // What the caller may not see is not there for the explanation either.
  if (!(await sees(context))) return { visible: false, because: 'absent' }
  const access = compilePermissions(context.workspace, role)
  if (!access.can(model, 'read')) return { visible: false, because: 'no_verb' }
  if (access.rowRule(model) === null) return { visible: true, because: 'all_rows' }
  const preview = { actorRole: context.caller.role, userId: person?.id ?? null, email: person?.email ?? null }
  const { tx, workspace } = context
  const caller = await standingFor(tx, workspace, { ...context.caller, role, preview }, recordId)
  const visible = await sees({ ...context, access, caller })
  return { visible, because: 'row_rule' }
}

async function explainScreen(
  { tx }: RecordContext,
  role: string,
  path: string,
): Promise<AccessExplanation['screen']> {
  const route = matchPath(await effectiveRoutes(tx), path)
  if (!route) return { path, title: null, allowed: false, rule: 'no_grant' }
  const allowed = mayOpenRoute(route, role)
  const { roles } = route.access
  const decision: Decision = roles
    ? { allowed, rule: role === 'owner' ? 'owner' : allowed ? 'listed' : 'not_listed', roles }
    : { allowed, rule: allowed ? 'everyone' : 'not_customers' }
  return { path: route.path, title: route.title, ...decision }
}
