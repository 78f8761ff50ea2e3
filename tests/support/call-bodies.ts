/**
 * For each call that takes one a body good enough to get past validation, so that what refuses it is the right to it. The
 * ids are of a model, its key and a record of it, or of what never was. A new call must say its own here.
 */
export const callBodies: Record<string, (ids: { model: string; key: string; object: string }) => unknown> = {
  createObject: ({ model }) => ({ model_id: model, attributes: {} }),
  updateObject: () => ({ attributes: { note: 'mine' } }),
  createRecord: () => ({ note: 'mine' }),
  updateRecord: () => ({ note: 'mine' }),
  bulkRecords: ({ object }) => ({ delete: [object] }),
  checkFormula: ({ key }) => ({
    model: key,
    field: 'twice',
    fields: [{ key: 'twice', label: 'Twice', type: 'formula', formula: '2 * 2' }],
  }),
  shareObject: () => ({ fields: ['note'] }),
  unlockSharedRecord: () => ({ password: 'not this one' }),
  previewShare: () => ({ fields: ['note'] }),
  askQueries: ({ key }) => ({ queries: [{ model: key }] }),
  createSchedule: ({ key }) => ({ kind: 'export', name: 'A', plan: '0 3 * * *', model: key }),
  updateSchedule: () => ({ name: 'Mine' }),
  decideImportConflicts: () => ({ take: 'file' }),
  createModel: () => ({ key: 'a_model', label: 'A' }),
  updateModel: () => ({ label: 'Mine' }),
  createArchetype: () => ({ name: 'A' }),
  updateArchetype: () => ({ name: 'Mine' }),
  createRole: () => ({ key: 'a_role', label: 'A' }),
  updateRole: () => ({ label: 'Mine' }),
  writeFieldPermissions: ({ model }) => [
    { model_id: model, field_key: 'note', read_roles: [], write_roles: [] },
  ],
  updateMember: () => ({ role: 'member' }),
  createServiceAccount: () => ({ name: 'Robot', role: 'owner' }),
  createServiceToken: () => ({ name: 'Robot' }),
  updateTenant: () => ({ name: 'Mine' }),
  handOverTenant: ({ object }) => ({ user_id: object }),
  closeTenant: () => ({ name: 'Theirs' }),
  inviteMany: () => ({ text: 'a@example.test' }),
  createInvite: () => ({ email: 'a@example.test' }),
  createRoute: () => ({ path: '/a', layout: 'secret', title: 'A' }),
  updateRoute: () => ({ title: 'A' }),
  checkRouteAccess: () => ({ route_path: '/secret' }),
  explainAccess: ({ key }) => ({ as: { role: 'member' }, model: key }),
  startPreview: () => ({ role: 'member' }),
  askRouteAccess: () => ({ route_path: '/secret' }),
  saveDraft: () => ({ body: null }),
  createRelease: () => ({}),
  importConfiguration: () => ({ schema: 1, definitions: [] }),
  createExport: ({ key }) => ({ model: key }),
  runImport: () => ({ target: { model: 'shared_name' }, columns: [{ source: 'name', skip: true }] }),
  runQuickSetup: () => ({ manage: [] }),
  restoreRecord: () => ({}),
  restoreBinned: ({ key, object }) => ({ model: key, ids: [object] }),
  purgeRecords: ({ key, object }) => ({ model: key, ids: [object] }),
  undoStep: ({ object }) => ({ step: object }),
  redoStep: ({ object }) => ({ step: object }),
  addStandardModels: ({ key }) => ({ keys: [key] }),
  updateStandardModels: ({ key }) => ({ keys: [key] }),
  runCommand: ({ object }) => ({ id: object }),
  createWorkflow: () => ({ key: 'a_flow', title: 'A', trigger: { on: 'button' } }),
  updateWorkflow: () => ({ title: 'Mine' }),
  startWorkflow: () => ({}),
  resendMessage: ({ object }) => ({ message: object }),
  askAnother: ({ object }) => ({ person: object }),
  dryRunWorkflow: () => ({}),
  markNotifications: ({ object }) => ({ ids: [object] }),
  decideApproval: () => ({ decision: 'approved' }),
  seedDemo: () => ({}),
  seedCurrentTenant: ({ object }) => ({ tenantId: object }),
  createCalendarFeed: ({ key }) => ({ dates: [{ model: key, field: 'note' }] }),
}

/** For commands whose input says more than its schema; `id` is of a record. */
export const commandBodies: Record<string, (id: string) => unknown> = {
  'takeoff.accept': (id) => ({ run: id, version: id, hash: '0'.repeat(64) }),
  'recipe.where-used': (item) => ({ item }),
  'catalogue.affected-drafts': (catalogue) => ({ catalogue }),
  'bim.add-file': (id) => ({ project: id, file: [{ id }] }),
}

type Schema = Record<string, unknown>

/**
 * The least a JSON schema takes: what it requires, with `id` for each id. An input that refuses even that needs its own.
 */
export function leastOf(schema: unknown, id: string): unknown {
  const of = schema as Schema
  if ('const' in of) return of['const']
  if ('default' in of) return of['default']
  if (Array.isArray(of['enum'])) return of['enum'][0] as unknown
  const choice = (of['anyOf'] ?? of['oneOf']) as Schema[] | undefined
  if (choice?.[0]) return leastOf(choice[0], id)
  const all = of['allOf'] as Schema[] | undefined
  if (all) return Object.assign({}, ...all.map((one) => leastOf(one, id)))
  if (of['type'] === 'object') {
    const parts = (of['properties'] ?? {}) as Record<string, Schema>
    return Object.fromEntries(
      ((of['required'] ?? []) as string[]).map((key) => [key, leastOf(parts[key] ?? {}, id)]),
    )
  }
  if (of['type'] === 'array')
    return Array.from({ length: Number(of['minItems'] ?? 0) }, () => leastOf(of['items'] ?? {}, id))
  if (of['type'] === 'number' || of['type'] === 'integer') return Number(of['minimum'] ?? 1)
  if (of['type'] === 'boolean') return true
  if (of['type'] === 'null') return null
  if (of['format'] === 'date') return '2026-01-01'
  if (of['type'] === 'string' && of['format'] !== 'uuid' && of['pattern'] !== undefined) {
    const known = ['1', 'a_key', id, '2026-01-01', '2026-01']
    return known.find((one) => new RegExp(String(of['pattern'])).test(one)) ?? id
  }
  // A hash, which is longer than an id.
  if (Number(of['minLength'] ?? 0) > id.length) return '0'.repeat(Number(of['minLength']))
  return id
}
