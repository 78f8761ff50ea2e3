import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { composeLayout, type PartFile } from '#contracts/compose-layout.ts'

/** The layouts, routes and models of one part of the product, as they stand in its folder. */
export interface Feature {
  key: string
  /** Whole: what they take in of parts is in them. */
  layouts: readonly unknown[]
  routes: readonly unknown[]
  /** Standard models, by their contract (`contracts/standard-model.ts`). */
  models: readonly unknown[]
}

// Folders here, in the order in which their models are offered.
const keys = [
  'home',
  'quick-setup',
  'modelling',
  'screens',
  'settings',
  'profile',
  'api',
  'catalogues',
  'cost-groups',
  'recipes',
  'estimates',
  'projects',
  'progress',
  'takeoff',
  'portal',
  'bim',
  'workflows',
]

/** What several layouts of the product have in common, by their contract (`contracts/layout-part.ts`). */
export const allParts: readonly unknown[] = keys.flatMap((key) => readFolder(key, 'parts'))

const parts = new Map((allParts as PartFile[]).map((part) => [part.key, part]))

/** Every feature the product ships. Its JSON is parsed by its contract where it is installed. */
export const allFeatures: readonly Feature[] = keys.map((key) => ({
  key,
  layouts: readFolder(key, 'layouts').map((layout) => composeLayout(layout, parts)),
  routes: readJson(key, 'routes.json') as readonly unknown[],
  models: readFolder(key, 'models'),
}))

function readFolder(...parts: string[]): unknown[] {
  const folder = join(import.meta.dirname, ...parts)
  return existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => name.endsWith('.json'))
        .toSorted()
        .map((name) => readJson(...parts, name))
    : []
}

function readJson(...parts: string[]): unknown {
  const text = readFileSync(join(import.meta.dirname, ...parts), 'utf8')
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new Error(`${parts.join('/')} is no JSON`, { cause: error })
  }
}
