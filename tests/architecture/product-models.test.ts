import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { closing, standardModels } from '#server/standard-models/standard-models.ts'

const kernel = join(import.meta.dirname, '../../src/kernel')

it('names no model of the product in the kernel: what is special about one its definition declares', () => {
  const keys = [...standardModels.map(({ key }) => key), 'projects', 'customers']
  const named = readdirSync(kernel, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .flatMap((file) => {
      const text = readFileSync(join(kernel, file), 'utf8')
      return keys.filter((key) => text.includes(`'${key}'`)).map((key) => `${file}: ${key}`)
    })
  expect(named).toEqual([])
})

it('compiles workspaces in one place of the server, where nobody forgets what is closed', () => {
  const server = join(import.meta.dirname, '../../src/server')
  const compiling = readdirSync(server, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .filter((file) => readFileSync(join(server, file), 'utf8').includes('compileWorkspace('))
  expect(compiling).toEqual([join('workspaces', 'compile-documents.ts')])
})

it('declares once how places are closed, along fields that the models have', () => {
  expect(standardModels.filter(({ closes }) => closes).map(({ key }) => key)).toEqual([closing?.model])
  const fieldsOf = (key: string) => standardModels.find((model) => model.key === key)?.schema.fields ?? []
  const targetOf = (key: string, field: string): unknown =>
    fieldsOf(key)
      .map((one): { key: string; target?: unknown } => one)
      .find((one) => one.key === field)?.target
  for (const [model, paths] of closing?.paths ?? [])
    for (const path of paths.filter((one) => one !== 'id')) {
      let at: unknown = model
      for (const name of path.split('.')) at = targetOf(String(at), name)
      expect(closing?.paths.get(String(at)), `${model}: ${path}`).toContain('id')
    }
})
