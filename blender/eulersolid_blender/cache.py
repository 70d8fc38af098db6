"""Vertices of a body in all frames of a run, as a point cache that Blender's Mesh Cache modifier reads (PC2)."""
import array
import collections
import re
import struct

from mathutils.kdtree import KDTree

from . import export

Points = collections.namedtuple("Points", "file written")  # where it is to be, and is now
SIZES = {"char": 1, "uchar": 1, "short": 2, "ushort": 2, "int": 4, "uint": 4, "float": 4, "double": 8}


def columns(file, first):
    """The three numbers from property `first` on of each vertex of a binary PLY file of eulersolid."""
    head, end, body = file.read_bytes().partition(b"end_header\n")
    count = re.search(rb"element vertex (\d+)", head)
    types = re.findall(r"property (\w+) (\w+)", head.decode().partition("element vertex")[2].partition("element")[0])
    names = [name for _, name in types]
    if not end or not count or first not in names:
        raise export.Unfit(f"{file} is no mesh of eulersolid")
    start = sum(SIZES[kind] for kind, _ in types[:names.index(first)])
    stride = sum(SIZES[kind] for kind, _ in types)
    if len(body) < int(count[1]) * stride:
        raise export.Unfit(f"{file} is cut off")
    return [struct.unpack_from("<3f", body, vertex * stride + start) for vertex in range(int(count[1]))]


def order(mesh, rest, body):
    """Which vertex of the files each vertex of a mesh is, by where both are at rest: the program numbers them anew."""
    tree = KDTree(len(rest))
    for number, place in enumerate(rest):
        tree.insert(place, number)
    tree.balance()
    size = max((vertex.co - mesh.vertices[0].co).length for vertex in mesh.vertices)
    found = [tree.find(vertex.co) for vertex in mesh.vertices]
    if not rest or max(distance for _, _, distance in found) > 1e-5 * size:
        raise export.Unfit(f"\"{body}\" has changed since the run: simulate it again")
    return [number for _, number, _ in found]


def write(folder, body, number, first_frame, mesh):
    """Makes what is to be FOLDER/cache/NNN.pc2 for a mesh of a body as it was exported. Raises export.Unfit where there
    is no run of it."""
    files = sorted((folder / "run/surface" / body / "original").glob("scene_*.ply"))
    if not files:
        raise export.Unfit(f"there is no run of \"{body}\" in {folder}")
    vertices = order(mesh, columns(files[0], "rest_x"), body)
    file = folder / "cache" / f"{number:03}.pc2"
    file.parent.mkdir(exist_ok=True)
    written = file.with_suffix(".tmp")
    with open(written, "wb") as out:
        out.write(struct.pack("<12siiffi", b"POINTCACHE2\0", 1, len(vertices), first_frame, 1, len(files)))
        for frame in files:
            places = columns(frame, "x")
            array.array("f", [number for vertex in vertices for number in places[vertex]]).tofile(out)
    return Points(file, written)
