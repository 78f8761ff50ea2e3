import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { findSecrets } from '../tests/support/find-secrets.ts'

const folder = join(import.meta.dirname, '../dist/web')
const texts = (): { name: string; text: string }[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(js|css|html|json|svg|map)$/.test(entry.name))
    .map(({ parentPath, name }) => ({ name, text: readFileSync(join(parentPath, name), 'utf8') }))

test('[AU-25] [SC-05] what browsers are given holds no key but the public one, no ways of development but three that production does not answer, no map of the sources', () => {
  const files = texts()
  expect(files.filter(({ name }) => name.endsWith('.js')).length).toBeGreaterThan(50)
  const found = files.flatMap(({ name, text }) => findSecrets(text).map((what) => `${name}: ${what}`))
  expect(found).toEqual([])
  const forbidden =
    /service_role|SUPABASE_SERVICE|SERVICE_KEY|DATABASE_URL|sourceMappingURL=|\/api\/dev\/[a-z-]*/g
  const named = files.flatMap(({ text }) => text.match(forbidden) ?? [])
  // What the page of the test workspace asks; none of it is there in production (TI-10, IN-10).
  const ofDevelopment = ['join-test-tenant', 'seed-current-tenant', 'seed-demo'].map(
    (name) => `/api/dev/${name}`,
  )
  expect([...new Set(named)].toSorted()).toEqual(ofDevelopment)
  expect(files.filter(({ name }) => name.endsWith('.map'))).toEqual([])
})
