import { THEME_KEY } from '#ui/theme/theme.ts'
import type { SelectedTenant } from './tenant-state.ts'

/** The stored choice (K-03). The API client sends what stands here as `X-Tenant-Id`. */
export const SELECTED_TENANT_KEY = 'selectedTenantId'
const NAME_KEY = 'selectedTenantName'
const ROLE_KEY = 'selectedTenantRole'

/** The id chosen last on this device, or null. */
export const readSelectedTenantId = (storage: Storage = localStorage): string | null =>
  storage.getItem(SELECTED_TENANT_KEY)

/** The workspace chosen last on this device with what it was called, or null. */
export function readSelection(storage: Storage = localStorage): SelectedTenant | null {
  const id = readSelectedTenantId(storage)
  return id === null
    ? null
    : { id, name: storage.getItem(NAME_KEY) ?? '', role: storage.getItem(ROLE_KEY) ?? '' }
}

/** Remembers the workspace with its name and role (S-04); null forgets it (S-06). */
export function storeSelection(tenant: SelectedTenant | null, storage: Storage = localStorage): void {
  const entries = [
    [SELECTED_TENANT_KEY, tenant?.id],
    [NAME_KEY, tenant?.name],
    [ROLE_KEY, tenant?.role],
  ] as const
  for (const [key, value] of entries) {
    if (value === undefined) storage.removeItem(key)
    else storage.setItem(key, value)
  }
}

/** Sign-out leaves one thing on the device: the theme (AU-23). What the engine keeps it clears itself. */
export function forgetStorage(storages: readonly Storage[]): void {
  for (const storage of storages) {
    for (const key of Object.keys(storage)) if (key !== THEME_KEY) storage.removeItem(key)
  }
}
