import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { bcfVersions, type BcfTopic } from './bcf-topic.ts'
import { readBcf } from './read-bcf.ts'
import { writeBcf } from './write-bcf.ts'

const topic: BcfTopic = {
  guid: '0199f0c2-1111-7111-8111-111111111111',
  title: 'Window & lintel <new>',
  description: 'Line one\nline "two"',
  status: 'Open',
  author: 'ada@nordbau.test',
  createdAt: '2026-04-20T16:30:00Z',
  view: {
    perspective_camera: {
      camera_view_point: { x: 1.5, y: -2, z: 3 },
      camera_direction: { x: 0, y: 1, z: 0 },
      camera_up_vector: { x: 0, y: 0, z: 1 },
      field_of_view: 45,
    },
    clipping_planes: [{ location: { x: 0, y: 0, z: 2.5 }, direction: { x: 0, y: 0, z: 1 } }],
    components: {
      selection: [{ ifc_guid: '3YbB$4WulBbv2Rzz2SZObY' }],
      visibility: { default_visibility: false, exceptions: [{ ifc_guid: '0aaaaaaaaaaaaaaaaaaaaa' }] },
    },
  },
}
const code = (run: () => unknown): unknown => {
  try {
    return run()
  } catch (error) {
    return (error as { details?: { code: string }[] }).details?.[0]?.code
  }
}

describe('BCF', () => {
  it.each(bcfVersions)('%s: what is written is read again', (version) => {
    const bytes = writeBcf([topic, { ...topic, guid: topic.guid.replace(/1$/, '2'), view: null }], version)
    const [first, second] = readBcf(bytes)
    expect(first).toEqual(topic)
    expect(second).toMatchObject({ title: topic.title, view: null })
    expect(strFromU8(unzipSync(bytes)['bcf.version'] ?? new Uint8Array())).toContain(`VersionId="${version}"`)
  })

  it('[IM-05] reads what other programs leave out, and never follows a name out of the file', () => {
    const markup = `\ufeff<?xml version="1.0"?><Markup xmlns:a="b"><Header/><Topic Guid="none"><Title><![CDATA[A <b>]]></Title></Topic>
      <Viewpoints Guid="x"><Viewpoint>../../etc/passwd.bcfv</Viewpoint></Viewpoints></Markup>`
    const [read] = readBcf(zipSync({ 'x/markup.bcf': strToU8(markup), 'x/snapshot.png': new Uint8Array(9) }))
    expect(read).toMatchObject({ title: 'A <b>', view: null, status: '' })
  })

  it('refuses what is no BCF file', () => {
    expect(code(() => readBcf(strToU8('no archive')))).toBe('bcf')
    expect(code(() => readBcf(zipSync({ 'a.txt': strToU8('x') })))).toBe('bcf')
    expect(() => readBcf(zipSync({ 'x/markup.bcf': strToU8('<Markup>') }))).toThrow(/cut off/)
    expect(code(() => readBcf(zipSync({ 'x/markup.bcf': new Uint8Array(6_000_000) })))).toBe('bcf')
  })
})
