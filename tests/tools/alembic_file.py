"""Reads Alembic archives (Ogawa), as far as a run writes them, by the layout that the library has
(lib/Alembic/AbcCoreOgawa/ReadUtil.cpp), and not by way of the program's own code."""
import array
import struct

DATA = 1 << 63
KINDS = {0: "B", 6: "i", 10: "f", 11: "d"}  # numbers, as Alembic counts them


class Property:
    def __init__(self, name, metadata, kind=None, width=1, samples=()):
        self.name, self.metadata, self.kind, self.width = name, metadata, kind, width
        self.samples, self.properties = samples, {}

    def __getitem__(self, name):
        return self.properties[name]

    def at(self, n):
        """The n-th sample: numbers, or vectors of them; of what stays the only one."""
        values = array.array(KINDS[self.kind])
        values.frombytes(self.samples[min(n, len(self.samples) - 1)])
        width = self.width
        return list(values) if width == 1 else [tuple(values[i:i + width]) for i in range(0, len(values), width)]


class Archive:
    """`objects`: the properties of each, by its path. `times`: those of the animation [s]."""

    def __init__(self, path):
        self.bytes = path.read_bytes()
        magic, done, _, version, root = struct.unpack_from("<5sBBBQ", self.bytes)
        if (magic, done, version) != (b"Ogawa", 0xff, 1):
            raise ValueError(f"{path}: no whole file of Ogawa")
        layout, _, top, metadata, times, _ = self.group(root)
        self.layout = struct.unpack("<i", self.data(layout))[0]
        self.metadata = self.data(metadata).decode()
        self.samples, self.step, self.first = self.times(self.data(times))
        self.objects = {}
        self.read_object(top, "")

    def times(self, data):
        """Of the second list of times; the first is of what has none."""
        at, lists = 0, []
        while at < len(data):
            samples, step, count = struct.unpack_from("<Idi", data, at)
            lists.append((samples, step, *struct.unpack_from(f"<{count}d", data, at + 16)))
            at += 16 + 8 * count
        return lists[1]

    def group(self, at):
        if at == 0:
            return []
        count = struct.unpack_from("<Q", self.bytes, at)[0]
        return struct.unpack_from(f"<{count}Q", self.bytes, at + 8)

    def data(self, link):
        at = link & ~DATA
        assert link & DATA
        if at == 0:
            return b""
        size = struct.unpack_from("<Q", self.bytes, at)[0]
        return self.bytes[at + 8:at + 8 + size]

    def read_object(self, at, path):
        children = self.group(at)
        headers, offset = self.data(children[-1])[:-32], 0  # digests are behind
        self.objects[path] = self.compound(children[0], Property("", ""))
        for child in children[1:-1]:
            size = struct.unpack_from("<I", headers, offset)[0]
            name = headers[offset + 4:offset + 4 + size].decode()
            offset += 4 + size
            assert headers[offset] == 0xff
            size = struct.unpack_from("<I", headers, offset + 1)[0]
            offset += 5 + size
            self.read_object(child, f"{path}/{name}")

    def compound(self, at, into):
        children = self.group(at)
        headers, offset = self.data(children[-1]) if children else b"", 0

        def number():
            nonlocal offset
            offset += 4
            return struct.unpack_from("<I", headers, offset - 4)[0]

        def text():
            nonlocal offset
            size = number()
            offset += size
            return headers[offset - size:offset].decode()

        for child in children[:-1]:
            word = number()
            samples = number() if word & 3 else 0
            if word & 0x100:
                assert number() == 1
            name = text()
            metadata = text() if word >> 20 & 0xff else ""
            its = Property(name, metadata)
            if word & 3:
                links = self.group(child)[::2 if word & 2 else 1]
                assert len(links) == samples and bool(word & 0x800) == (samples == 1)
                its = Property(name, metadata, word >> 4 & 0xf, word >> 12 & 0xff,
                               [self.data(link)[16:] for link in links])
            else:
                self.compound(child, its)
            into.properties[name] = its
        return into
