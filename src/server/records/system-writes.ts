import { z } from 'zod'
import { AppError } from '#base/app-error.ts'
import { keyFromLabel } from '#base/key-from-label.ts'
import { viewUpdateSchema, viewWriteSchema } from '#contracts/view.ts'
import { memberChangeSchema } from '#contracts/api/members.ts'
import { apiTokenWriteSchema } from '#contracts/api-token.ts'
import { archetypeUpdateSchema, archetypeWriteSchema } from '#contracts/archetype.ts'
import { inviteWriteSchema } from '#contracts/invite.ts'
import { modelUpdateSchema, modelWriteSchema } from '#contracts/model.ts'
import { fieldPermissionSchema } from '#contracts/permission.ts'
import { roleUpdateSchema, roleWriteSchema } from '#contracts/role.ts'
import { tenantUpdateSchema } from '#contracts/tenant.ts'
import { routeUpdateSchema, routeWriteSchema } from '#contracts/route.ts'
import { scheduleUpdateSchema, scheduleWriteSchema } from '#contracts/schedule.ts'
import { webhookUpdateSchema, webhookWriteSchema } from '#contracts/webhook.ts'
import { workflowSchema, workflowUpdateSchema } from '#contracts/workflow.ts'
import { createArchetype, deleteArchetype, updateArchetype } from '../archetypes/write-archetype.ts'
import type { Caller, Mode, Tx } from '../database/in-tenant.ts'
import { createInvite, withdrawInvite } from '../invites/invites.ts'
import { invalidInput } from '../http/error-details.ts'
import { deleteLayout } from '../layouts/write-layout.ts'
import { changeMember, removeMember } from '../members/change-members.ts'
import { createModel, deleteModel, updateModel } from '../models/write-model.ts'
import { createRole, deleteRole, updateRole } from '../roles/write-role.ts'
import { deleteFieldPermission, writeFieldPermissions } from '../roles/write-field-permissions.ts'
import { createRoute, deleteRoute, updateRoute } from '../routes/write-route.ts'
import type { Services } from '../services.ts'
import { changeTenant } from '../tenants/change-tenant.ts'
import {
  createSchedule,
  deleteSchedule,
  runScheduleNow,
  updateSchedule,
} from '../schedules/write-schedule.ts'
import { createApiToken, revokeApiToken } from '../tokens/api-tokens.ts'
import { createView, deleteView, updateView } from '../views/write-view.ts'
import {
  createWebhook,
  deleteWebhook,
  repeatDelivery,
  testWebhook,
  updateWebhook,
} from '../webhooks/write-webhook.ts'
import { restoreRelease } from '../releases/release-changes.ts'
import { findDefinition } from '../releases/write-definition.ts'
import { createWorkflow, deleteWorkflow, updateWorkflow } from '../workflows/write-workflow.ts'
import { recordContext } from './open-records.ts'
import { createBlankLayout, renameLayout } from './system-layouts.ts'

export interface SystemWriter {
  tx: Tx
  caller: Caller
  services: Services
}

type Body = Record<string, unknown>

/** What was made, and what is told of it in the answer and never again. */
export interface MadeWithSecret {
  id: string
  secret: Record<string, string>
}

/**
 * How a model of the system is written through the record calls: the same functions as the specification's own calls,
 * which check rights and contents. `create` and `update` answer the id of what they wrote.
 */
export interface SystemWrites {
  mode: Mode
  /** Only a person may do this, no token: it hands out access. */
  person?: true
  create(writer: SystemWriter, body: Body): Promise<string | MadeWithSecret>
  update(writer: SystemWriter, id: string, body: Body): Promise<string>
  remove(writer: SystemWriter, id: string): Promise<void>
}

function read<Schema extends z.ZodType>(schema: Schema, body: Body): z.output<Schema> {
  const parsed = schema.safeParse(body)
  if (parsed.success) return parsed.data
  throw invalidInput(parsed.error)
}

const not = (message: string) => async (): Promise<never> => {
  throw new AppError('forbidden', message)
}

/** A name for the machine is made from the one for people when none is given. */
async function keyed(
  { tx, caller }: SystemWriter,
  kind: string,
  label: 'label' | 'title',
  body: Body,
): Promise<Body> {
  const name = body[label]
  if ((body['key'] ?? '') !== '' || typeof name !== 'string' || name.trim() === '') return body
  const { rows } = await tx.query<{ key: string }>(
    'select key from app.released where tenant_id = $1 and kind = $2',
    [caller.tenantId, kind],
  )
  return { ...body, key: keyFromLabel(name, new Set(rows.map(({ key }) => key))) }
}

/** The roles a form names are the route's access. */
function withAccess({ roles, ...body }: Body): Body {
  if (roles === undefined) return body
  return { ...body, access: Array.isArray(roles) && roles.length > 0 ? { roles } : {} }
}

/** A form names only what begins a workflow; it is switched on when its steps are there. */
const withTrigger = (body: Body): Body =>
  body['trigger'] === undefined ? { ...body, trigger: { on: 'button' } } : body

const layoutWriteSchema = z.strictObject({ key: z.string(), title: z.string().min(1).max(200) })
const permissionPatchSchema = fieldPermissionSchema.pick({ read_roles: true, write_roles: true }).partial()

function permissionPlace(id: string): { modelId: string; fieldKey: string } {
  const [modelId = '', fieldKey = ''] = id.split(':')
  if (!z.uuid().safeParse(modelId).success || fieldKey === '') throw new AppError('not_found')
  return { modelId, fieldKey }
}

async function patchPermission({ tx, caller }: SystemWriter, id: string, body: Body): Promise<string> {
  const { modelId, fieldKey } = permissionPlace(id)
  const change = read(permissionPatchSchema, body)
  const { rows } = await tx.query<{ read_roles: string[]; write_roles: string[] }>(
    'select read_roles, write_roles from app.sys_field_permission where tenant_id = $1 and id = $2',
    [caller.tenantId, id],
  )
  const [before] = rows
  if (!before) throw new AppError('not_found')
  await writeFieldPermissions(tx, caller, [{ model_id: modelId, field_key: fieldKey, ...before, ...change }])
  return id
}

const writes: ReadonlyMap<string, SystemWrites> = new Map(
  Object.entries<SystemWrites>({
    sys_model: {
      mode: 'release',
      create: async (writer, body) =>
        (
          await createModel(
            writer.tx,
            writer.caller,
            read(modelWriteSchema, await keyed(writer, 'model', 'label', body)),
          )
        ).id,
      update: async ({ tx, caller }, id, body) =>
        (await updateModel(tx, caller, id, read(modelUpdateSchema, body))).id,
      remove: ({ tx, caller }, id) => deleteModel(tx, caller, id),
    },
    sys_archetype: {
      mode: 'release',
      create: async ({ tx, caller }, body) =>
        (await createArchetype(tx, caller, read(archetypeWriteSchema, body))).id,
      update: async ({ tx, caller }, id, body) =>
        (await updateArchetype(tx, caller, id, read(archetypeUpdateSchema, body))).id,
      remove: ({ tx, caller }, id) => deleteArchetype(tx, caller, id),
    },
    sys_role: {
      mode: 'release',
      create: async (writer, body) =>
        (
          await createRole(
            writer.tx,
            writer.caller,
            read(roleWriteSchema, await keyed(writer, 'role', 'label', body)),
          )
        ).id,
      update: async ({ tx, caller }, id, body) =>
        (await updateRole(tx, caller, id, read(roleUpdateSchema, body))).id,
      remove: ({ tx, caller }, id) => deleteRole(tx, caller, id),
    },
    sys_field_permission: {
      mode: 'release',
      create: async ({ tx, caller }, body) => {
        const permission = read(fieldPermissionSchema, body)
        await writeFieldPermissions(tx, caller, [permission])
        return `${permission.model_id}:${permission.field_key}`
      },
      update: patchPermission,
      remove: ({ tx, caller }, id) => {
        const { modelId, fieldKey } = permissionPlace(id)
        return deleteFieldPermission(tx, caller, modelId, fieldKey)
      },
    },
    sys_route: {
      mode: 'release',
      create: async ({ tx, caller }, body) =>
        (await createRoute(tx, caller, read(routeWriteSchema, withAccess(body)))).id,
      update: async ({ tx, caller }, id, body) =>
        (await updateRoute(tx, caller, id, read(routeUpdateSchema, withAccess(body)))).id,
      remove: ({ tx, caller }, id) => deleteRoute(tx, caller, id),
    },
    sys_layout: {
      mode: 'release',
      create: async (writer, body) =>
        createBlankLayout(
          writer.tx,
          writer.caller,
          read(layoutWriteSchema, await keyed(writer, 'layout', 'title', body)),
        ),
      update: async ({ tx, caller }, id, body) =>
        renameLayout(tx, caller, id, read(layoutWriteSchema.pick({ title: true }), body).title),
      remove: ({ tx, caller }, id) => deleteLayout(tx, caller, id),
    },
    sys_view: {
      mode: 'release',
      create: ({ tx, caller }, body) => createView(tx, caller, read(viewWriteSchema, body)),
      update: ({ tx, caller }, id, body) => updateView(tx, caller, id, read(viewUpdateSchema, body)),
      remove: ({ tx, caller }, id) => deleteView(tx, caller, id),
    },
    sys_member: {
      mode: 'release',
      person: true,
      create: not('People come by invitation.'),
      update: async ({ tx, caller, services }, id, body) =>
        (await changeMember(await recordContext(tx, caller, services), id, read(memberChangeSchema, body)))
          .id,
      remove: ({ tx, caller }, id) => removeMember(tx, caller, id),
    },
    sys_tenant: {
      mode: 'release',
      create: not('A workspace is made with POST /api/tenants.'),
      update: async ({ tx, caller }, id, body) => {
        if (id !== caller.tenantId) throw new AppError('not_found')
        return (await changeTenant(tx, caller, read(tenantUpdateSchema, body))).id
      },
      remove: not('A workspace cannot be deleted like a record.'),
    },
    sys_invite: {
      mode: 'write',
      person: true,
      create: async ({ tx, caller, services }, body) =>
        (
          await createInvite(
            await recordContext(tx, caller, services),
            services,
            read(inviteWriteSchema, body),
          )
        ).id,
      update: not('An invitation cannot be changed: withdraw it and send another.'),
      remove: ({ tx, caller }, id) => withdrawInvite(tx, caller, id),
    },
    sys_api_token: {
      mode: 'release',
      person: true,
      async create({ tx, caller, services }, body) {
        const { id, token } = await createApiToken(tx, caller, services, read(apiTokenWriteSchema, body))
        return { id, secret: { token } }
      },
      update: not('A token cannot be changed: revoke it and make another.'),
      remove: ({ tx, caller }, id) => revokeApiToken(tx, caller, id),
    },
    sys_webhook: {
      mode: 'write',
      person: true,
      async create({ tx, caller, services }, body) {
        const { id, secret } = await createWebhook(tx, caller, services, read(webhookWriteSchema, body))
        return { id, secret: { secret } }
      },
      update: ({ tx, caller, services }, id, body) =>
        updateWebhook(tx, caller, services, id, read(webhookUpdateSchema, body)),
      remove: ({ tx, caller }, id) => deleteWebhook(tx, caller, id),
    },
    sys_schedule: {
      mode: 'write',
      create: ({ tx, caller, services }, body) =>
        createSchedule(
          tx,
          caller,
          services,
          read(scheduleWriteSchema, { kind: 'source' in body ? 'import' : 'export', ...body }),
        ),
      update: ({ tx, caller, services }, id, body) =>
        updateSchedule(tx, caller, services, id, read(scheduleUpdateSchema, body)),
      remove: ({ tx, caller }, id) => deleteSchedule(tx, caller, id),
    },
    sys_schedule_run: {
      mode: 'write',
      create: async ({ tx, caller, services }, body) =>
        (
          await runScheduleNow(
            tx,
            caller,
            services,
            read(z.strictObject({ schedule_id: z.uuid() }), body).schedule_id,
          )
        ).id,
      update: not('A run cannot be changed.'),
      remove: not('Runs go by themselves.'),
    },
    sys_workflow: {
      mode: 'release',
      person: true,
      create: async (writer, body) =>
        (
          await createWorkflow(
            writer.tx,
            writer.caller,
            read(workflowSchema, await keyed(writer, 'workflow', 'title', withTrigger(body))),
          )
        ).id,
      update: async ({ tx, caller }, id, body) =>
        (
          await updateWorkflow(
            tx,
            caller,
            (await findDefinition(tx, 'workflow', id)).key,
            read(workflowUpdateSchema, body),
          )
        ).id,
      remove: async ({ tx, caller }, id) =>
        deleteWorkflow(tx, caller, (await findDefinition(tx, 'workflow', id)).key),
    },
    sys_release: {
      mode: 'release',
      person: true,
      create: not('A release is made by releasing drafts.'),
      async update({ tx, caller }, id, body) {
        read(z.strictObject({ current: z.literal(true) }), body)
        await restoreRelease(tx, caller, id)
        return id
      },
      remove: not('Releases are kept.'),
    },
    sys_webhook_delivery: {
      mode: 'write',
      person: true,
      create: ({ tx, caller, services }, body) =>
        testWebhook(tx, caller, services, read(z.strictObject({ webhook_id: z.uuid() }), body).webhook_id),
      update({ tx, caller, services }, id, body) {
        read(z.strictObject({ status: z.literal('waiting') }), body)
        return repeatDelivery(tx, caller, services, id)
      },
      remove: not('Deliveries go by themselves after thirty days.'),
    },
  }),
)

/** The writes of a `sys_` model, or undefined when it has none. */
export const systemWrites = (key: string): SystemWrites | undefined => writes.get(key)
