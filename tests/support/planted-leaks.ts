import type { PlantedLeak } from './plant-leak.ts'

const everyField = '{ ...scope, fields: (one) => (one.system ? scope.fields(one) : one.fields) }'

const isOwnForAll = {
  file: 'src/server/access/is-own.ts',
  find: 'by === caller.userId && (',
  replace: '(by === caller.userId || by !== caller.userId) && (',
}

const api = (name: string): string => `tests/api/${name}.pg.test.ts`

/** Every one of these has to make its test fail (`npm run test:leaks`). */
export const plantedLeaks: readonly PlantedLeak[] = [
  {
    name: 'hidden fields are selected, filtered and sorted by',
    file: 'src/kernel/permissions/compile-permissions.ts',
    find: "if (!field.system) return mayUse(model, field.key, 'read_roles')",
    replace: 'if (!field.system) return true',
  },
  {
    name: 'a condition may name a hidden field',
    file: 'src/kernel/query/resolve-names.ts',
    find: 'const path = resolvePath(scope, model, where.field, `${place}.field`)',
    replace: `const path = resolvePath(${everyField}, model, where.field, place + '.field')`,
  },
  {
    name: 'the order may follow a hidden field',
    file: 'src/kernel/query/resolve-listing.ts',
    find: 'const found = resolvePath(scope, model, field, place)',
    replace: `const found = resolvePath(${everyField}, model, field, place)`,
  },
  {
    name: 'groups may be made by a hidden field',
    file: 'src/kernel/query/resolve-groups.ts',
    find: 'const group = resolvePath(scope, model, text, place)',
    replace: `const group = resolvePath(${everyField}, model, text, place)`,
  },
  {
    name: 'totals may be taken over a hidden field',
    file: 'src/kernel/query/resolve-groups.ts',
    find: 'const found = resolvePath(scope, model, field, `${place}.field`)',
    replace: `const found = resolvePath(${everyField}, model, field, place + '.field')`,
  },
  {
    name: 'search looks into hidden fields',
    file: 'src/kernel/query/resolve-listing.ts',
    find: '[...scope.fields(model).values()].filter((field) => field.searchable)',
    replace:
      '[...(model.system ? scope.fields(model) : model.fields).values()].filter((field) => field.searchable)',
  },
  {
    name: 'the row rule of the listed model is forgotten',
    file: 'src/kernel/query/resolve-listing.ts',
    find: 'if (rule) conditions.push(rule)',
    replace: 'if (rule && model.system) conditions.push(rule)',
  },
  {
    name: 'keys that no field declares are told to everybody',
    file: 'src/kernel/permissions/compile-permissions.ts',
    find: "return !rules || manages('models') || rules['*']?.read_roles.includes(roleKey) === true\n    },",
    replace: 'return true\n    },',
  },
  {
    name: 'history is not redacted',
    file: 'src/kernel/permissions/redact-event.ts',
    find: 'access.mayRead(model, key, declared.has(key))',
    replace: 'true',
  },
  {
    name: 'a hidden relation can be expanded',
    file: 'src/kernel/query/resolve-listing.ts',
    find: 'const own = scope.fields(model).get(name)',
    replace: 'const own = model.fields.get(name)',
  },
  {
    name: 'records that point here through a hidden relation can be expanded',
    file: 'src/kernel/query/resolve-listing.ts',
    find: 'const field = target && scope.fields(target).get(fieldKey)',
    replace: 'const field = target && target.fields.get(fieldKey)',
  },
  {
    name: 'a conflict tells what a hidden field holds',
    file: 'src/server/records/merge-base.ts',
    find: 'if (!access.mayRead(model, key, fields.has(key))) return false',
    replace: '',
  },
  {
    name: 'a record beyond the row rule is reached by its id',
    file: 'src/server/records/record-context.ts',
    find: "if (ids.some((id) => !visible.has(id))) throw new AppError('not_found')",
    replace: '',
  },
  {
    name: 'a hidden link stops a deletion',
    file: 'src/server/records/delete-objects.ts',
    find: 'const going = new Set(ids)',
    // Asked by the query language, a hidden field would be refused in both worlds alike.
    replace: `const going = new Set(ids)
      const hiddenLinks = await context.tx.query(
        "select from app.objects where tenant_id = $1 and deleted_at is null and attributes->>'hidden_part' = any($2)",
        [context.caller.tenantId, ids])
      if (hiddenLinks.rowCount) throw new AppError('in_use')`,
  },
  {
    name: 'a preview forgets whom it looks as',
    file: 'src/server/records/record-context.ts',
    find: 'preview.userId ?? nobody',
    replace: 'caller.userId',
  },
  {
    name: 'a preview keeps the rights of the one who looks',
    file: 'src/server/workspaces/access-of.ts',
    find: 'return preview ? limitAccess(access, compilePermissions(workspace, preview.actorRole)) : access',
    replace: 'return preview ? compilePermissions(workspace, preview.actorRole) : access',
  },
  {
    name: 'outsiders read fields that are not on their list',
    file: 'src/kernel/permissions/compile-permissions.ts',
    find: 'if (listed && !listed.includes(key)) return false',
    replace: "if (listed && list === 'write_roles' && !listed.includes(key)) return false",
  },
  {
    name: 'outsiders read what the system keeps of a record',
    file: 'src/kernel/permissions/compile-permissions.ts',
    find: "return field.key === 'id' || (fieldList(model, 'read')?.includes(field.key) ?? true)",
    replace: 'return true',
    test: api('outsiders'),
  },
  {
    name: 'outsiders write fields that are not on their list',
    file: 'src/kernel/permissions/compile-permissions.ts',
    find: 'if (listed && !listed.includes(key)) return false',
    replace: "if (listed && list === 'read_roles' && !listed.includes(key)) return false",
    test: api('outsiders'),
  },
  {
    name: 'a row rule that asks for what is not known admits everybody',
    file: 'src/kernel/permissions/restrict-query.ts',
    find: 'if (!bound) return never',
    replace: "if (!bound) return { kind: 'constant', value: true }",
    test: api('outsiders'),
  },
  {
    name: 'the row rule of the public is forgotten',
    file: 'src/server/public/in-public.ts',
    find: 'access: accessOf(workspace, place)',
    replace: 'access: { ...accessOf(workspace, place), rowRule: () => null }',
  },
  {
    name: 'a workspace that grants nothing has a door for the public',
    file: 'src/server/public/in-public.ts',
    find: "if (!isOpen) throw new AppError('not_found')",
    replace: '',
    test: api('outsiders'),
  },
  {
    name: 'a link with a password opens without it',
    file: 'src/server/shares/read-shared.ts',
    find: 'if (kept === null) return',
    replace: "if (kept !== '') return",
    test: api('outsiders'),
  },
  {
    name: 'the last day of a customer is forgotten',
    file: 'src/server/portal/closed-places.ts',
    find: "attributes ->> 'until' < $4",
    replace: "attributes ->> 'until' < left($4, 0)",
    test: api('portal-access'),
  },
  {
    name: 'a customer decides whatever was agreed with them',
    file: 'src/server/portal/customer-right.ts',
    find: "if (!caller.recordId || !workspace.models.has(customerAccessKey)) return 'accept'",
    replace: "if (caller.recordId !== '') return 'accept'",
    test: api('portal-access'),
  },
  {
    name: 'customers are told what happened to a record',
    file: 'src/server/records/require-inside.ts',
    find: 'if (access.outside)',
    replace: 'if (access.outside && access.role === "public")',
    test: api('outsiders'),
  },
  {
    name: 'a link shows fields that were limited to roles since',
    file: 'src/server/shares/read-shared.ts',
    find: 'const shown = [...context.access.readable(model).values()]',
    replace: 'const shown = [...model.fields.values()]',
    test: api('outsiders'),
  },
  {
    name: 'a calendar shows what its person may not read',
    file: 'src/server/calendars/read-calendar.ts',
    find: 'accessOf(workspace, callerOf(place))',
    replace: "accessOf(workspace, { ...callerOf(place), role: 'owner' })",
    test: api('notifications'),
  },
  {
    name: 'a link shows other records of its kind',
    file: 'src/server/shares/share-access.ts',
    find: "rows: { field: 'id', op: 'eq', value: recordId }",
    replace: 'rows: null',
    test: api('outsiders'),
  },
  {
    name: 'lists of the past are open to whoever sees only some records',
    file: 'src/kernel/query/prepare-query.ts',
    find: 'if (partly.length > 0) throw closedPast(partly)',
    replace: '',
    test: api('past'),
  },
  {
    name: 'a token with a narrower role keeps the rights of its person',
    file: 'src/server/workspaces/access-of.ts',
    find: 'if (token) return narrowAccess(access, compilePermissions(workspace, token.ownRole))',
    replace: 'if (token) return compilePermissions(workspace, token.ownRole)',
  },
  {
    name: 'a token keeps its role when its person has lost it',
    file: 'src/server/workspaces/access-of.ts',
    find: 'if (token) return narrowAccess(access, compilePermissions(workspace, token.ownRole))',
    replace: 'if (token) return access',
    test: api('api-tokens'),
  },
  {
    name: 'a webhook tells what its owner may no longer see',
    file: 'src/server/members/as-person.ts',
    find: 'return recordContext(tx, caller, services)',
    replace: "return recordContext(tx, { ...caller, role: 'owner' }, services)",
    test: api('webhooks'),
  },
  {
    name: 'an export that runs later has the rights of an owner',
    file: 'src/server/transfers/in-transfer.ts',
    find: 'role: entered.role,',
    replace: "role: 'owner',",
    test: api('transfers'),
  },
  {
    name: 'what a person made is that of a narrower token, too',
    file: 'src/server/access/is-own.ts',
    find: '(token !== undefined && token.ownRole !== role)',
    replace: '(token !== undefined && token.ownRole === undefined)',
  },
  {
    name: 'a narrower token lists what its person exports',
    file: 'src/kernel/permissions/narrow-access.ts',
    find: 'model.system ? !personal.has(model.key) || seesAll(model) : sameRows(model)',
    replace: 'model.system !== undefined || sameRows(model)',
  },
  {
    name: 'an export is everybody’s who knows its id',
    file: 'src/server/exports/export-row.ts',
    find: 'where tenant_id = $1 and id = $2 and created_by = $3',
    replace: 'where tenant_id = $1 and id = $2 and $3::uuid is not null',
    also: isOwnForAll,
  },
  {
    name: 'an import is everybody’s who knows its id',
    file: 'src/server/imports/import-row.ts',
    find: "if (!row || (!isCallers && !access.manages('models')))",
    replace: 'if (!row || !access)',
  },
  {
    name: 'a schedule is everybody’s who knows its id',
    file: 'src/server/schedules/schedule-row.ts',
    find: 'where tenant_id = $1 and id::text = $2 and user_id = $3',
    replace: 'where tenant_id = $1 and id::text = $2 and $3::uuid is not null',
    also: isOwnForAll,
  },
  {
    name: 'the log of a run is everybody’s',
    file: 'src/server/workflows/read-runs.ts',
    find: "await requireManage(tx, caller, 'workflows')\n  const { rows } = await tx.query<WorkflowRun & { trigger: unknown }>(",
    replace: 'const { rows } = await tx.query<WorkflowRun & { trigger: unknown }>(',
  },
  {
    name: 'everybody reads what everybody was told',
    file: 'src/server/notifications/read-notifications.ts',
    find: 'if (isNarrowed(caller)) return { rows: [], page: { size, after: null }, unread: 0 }',
    // The database shows each person their own, so the fault asks as the owner.
    replace: `if (isNarrowed(caller)) return { rows: [], page: { size, after: null }, unread: 0 }
      const { rows: [owner] } = await tx.query(
        "select id, set_config('app.user', id::text, true) from app.sys_member where tenant_id = $1 and role = 'owner'",
        [caller.tenantId])
      caller = { ...caller, userId: owner.id }`,
  },
  {
    name: 'figures of progress are shown to who sees a part of them',
    file: 'src/server/records/require-readable.ts',
    find: 'if (isPart || fields.some((field) => !access.mayRead(model, field, true)))',
    replace: 'if (isPart)',
    test: api('progress'),
  },
  {
    name: 'sums along a tree tell of nodes that a person does not see',
    file: 'src/server/records/require-readable.ts',
    find: 'access.rowRule(model) === null &&',
    replace: '!model.key.startsWith("-") &&',
    test: api('hierarchy-rollup'),
  },
  {
    name: 'costs of elements are shown to who reads no prices',
    file: 'src/server/commands/bim-costs.ts',
    find: 'requireWhole(context)',
    replace: 'void requireWhole',
    test: api('takeoff'),
  },
  {
    name: 'progress of elements is shown to who does not read what was noted',
    file: 'src/server/commands/bim-progress.ts',
    find: 'requireWhole(context)',
    replace: 'void requireWhole',
    test: api('takeoff'),
  },
  {
    name: 'an offer is for whoever reads what is offered',
    file: 'src/server/offers/require-offered.ts',
    find: "if (mayRead && (isReadable('estimate_lines', prices) || (await isOfferedTo(context, version)))) return",
    replace: 'if (mayRead && version) return',
    test: api('offers'),
    title: 'is refused to a role that may not read prices',
  },
  {
    name: 'what a take-off counted is written by hand',
    file: 'src/server/takeoff/guard-kept.ts',
    find: "throw invalid([{ path: '', code: 'kept', message }])",
    replace: 'return void message',
    test: api('takeoff'),
    title: 'is proof: nobody writes one by hand',
  },
  {
    name: 'the database service asks as the owner of the tables',
    file: 'src/server/rest/rest-host.ts',
    find: 'const result = await work(tx)',
    replace:
      'const result = await work({ ...tx, query: (text, values) => database.owner.query(text, values) })',
    test: api('rest'),
  },
  {
    name: 'a deleted row is told to everybody who listens',
    file: 'src/platform/realtime/tell-row.ts',
    find: 'isGone(row) && row.owner === person.userId',
    replace: 'isGone(row)',
    test: api('told-rows'),
  },
  {
    name: 'a file in a hidden field is for whoever sees its record',
    file: 'src/server/files/files-holding.ts',
    find: 'fileFields(context, true)',
    replace: 'fileFields(context, false)',
    test: api('files-and-forms'),
  },
  {
    name: 'a file is for whoever may read its field in any record',
    file: 'src/server/files/files-holding.ts',
    find: '(await visibleIds(context, model.key, idsOf(false))).size > 0',
    replace: 'idsOf(false).length > 0',
    test: api('portal-access'),
  },
]
