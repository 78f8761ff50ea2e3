import { createHash } from 'node:crypto'
import { compileSchemaValidatorsCode } from '@rjsf/validator-ajv8/compileSchemaValidators'
import { assert } from '#base/assert.ts'

// As regular expressions they become part of the code; functions would have to be imported by the browser.
const formats = {
  date: /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/,
  'date-time': /^\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:[Zz]|[+-]\d{2}:?\d{2})$/,
  email: /^[^\s@<>"]{1,64}@[^\s@<>"]+\.[^\s@<>".]+$/u,
  uri: /^https?:\/\/[^\s/]\S*$/i,
  uuid: /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i,
}

// The two functions that ajv's code asks for, so that the module needs nothing but itself.
const runtime = `const same = (a, b) => {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null || Array.isArray(a) !== Array.isArray(b)) return false
  const keys = Object.keys(a)
  return keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && same(a[key], b[key]))
}
const runtime = {
  'ajv/dist/runtime/equal': { default: same },
  'ajv/dist/runtime/ucs2length': { default: (text) => { let length = 0; for (const _ of text) length++; return length } },
}
const require = (name) => runtime[name]
const exports = {}
`

/** A validator as an ES module without imports, and the name it is kept under. */
export interface CompiledValidator {
  name: string
  code: string
}

/**
 * Compiles a form's schema to code a browser runs under a policy that forbids evaluation. The module's default export is
 * what `createPrecompiledValidator` takes as its first argument. `scope` (the workspace) makes the name unguessable.
 */
export function compileValidator(schema: Record<string, unknown>, scope: string): CompiledValidator {
  const compiled = compileSchemaValidatorsCode(schema, {
    ajvFormatOptions: false,
    customFormats: formats,
    ajvOptionsOverrides: { code: { lines: false } },
  })
  const asked = [...compiled.matchAll(/require\("([^"]+)"\)/g)].map(([, name = '']) => name)
  for (const name of asked) assert(runtime.includes(`'${name}'`), `a validator asks for ${name}`)
  const code = `${runtime}${compiled.replace(/^"use strict";/, '')}\nexport default exports\n`
  return { name: createHash('sha256').update(scope).update('\n').update(code).digest('hex'), code }
}
