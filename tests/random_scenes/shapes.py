"""What scenes say of shapes, worked out apart from the program: signed distances and volumes.

A shape is its keys of scene.toml. What has no closed form here, such as a mesh, is None.
"""
import math

import numpy as np


def turned_back(points, rotation):
    """Points in the axes of a shape that is turned by axis and angle."""
    axis = np.array(rotation.get("axis", [0, 0, 1]), float)
    axis /= np.linalg.norm(axis)
    c, s = math.cos(-rotation.get("angle", 0)), math.sin(-rotation.get("angle", 0))
    return c * points + s * np.cross(axis, points) + (1 - c) * (points @ axis)[..., None] * axis


def distance_of_corner(beyond):
    """Signed distance where each of some numbers is that to one of faces at right angles [m]."""
    outside = np.linalg.norm(np.maximum(beyond, 0), axis=-1)
    return outside + np.minimum(beyond.max(axis=-1), 0)


def combined_distance(shape, points):
    """That of a shape made of parts; within it, at most how deep it is."""
    parts = [distance_in_axes(p, turned_back(points - np.array(p["centre"], float), p.get("rotation", {})))
             for p in shape["parts"]]
    if any(part is None for part in parts):
        return None
    if shape["shape"] == "union":
        return np.minimum.reduce(parts)
    if shape["shape"] == "intersection":
        return np.maximum.reduce(parts)
    return np.maximum.reduce(parts[:1] + [-part for part in parts[1:]])


def distance_in_axes(shape, points):
    """Signed distance of a shape from points in its own axes [m]."""
    kind = shape["shape"]
    from_axis = np.hypot(points[..., 0], points[..., 1])
    if kind == "plane":
        normal = np.array(shape["normal"], float)
        return points @ (normal / np.linalg.norm(normal))
    if kind == "sphere":
        return np.linalg.norm(points, axis=-1) - shape["radius"]
    if kind in ("box", "rounded_box"):
        rounding = shape.get("rounding", 0)
        return distance_of_corner(np.abs(points) - np.array(shape["size"]) / 2 + rounding) - rounding
    if kind == "cylinder":
        return distance_of_corner(np.stack([from_axis - shape["radius"],
                                            np.abs(points[..., 2]) - shape["length"] / 2], -1))
    if kind == "capsule":
        half = shape["length"] / 2 - shape["radius"]
        beyond = points[..., 2] - np.clip(points[..., 2], -half, half)
        return np.hypot(from_axis, beyond) - shape["radius"]
    if kind == "torus":
        return np.hypot(from_axis - shape["radius"], points[..., 2]) - shape["tube_radius"]
    if kind in ("union", "intersection", "difference"):
        return combined_distance(shape, points)
    return None


def between(keyframes, key, time):
    """What keyframes come to at a time; constant before the first and after the last."""
    times = [frame["time"] for frame in keyframes]
    values = np.array([frame[key] for frame in keyframes], float)
    return np.array([np.interp(time, times, column) for column in values.reshape(len(times), -1).T])


def distance_to(obstacle, time, points):
    """Signed distance of an obstacle at a time [m]; None if it is not known."""
    frames = obstacle.get("keyframes")
    centre = np.array(obstacle.get("centre", obstacle.get("point", [0, 0, 0])), float)
    rotation = obstacle.get("rotation", {})
    if frames and "position" in frames[0]:
        centre = between(frames, "position", time)
    if frames and "rotation" in frames[0]:
        turns = [frame["rotation"] for frame in frames]
        if any(turn["axis"] != turns[0]["axis"] for turn in turns):
            return None
        angles = [{"time": frame["time"], "angle": frame["rotation"]["angle"]} for frame in frames]
        rotation = {"axis": turns[0]["axis"], "angle": between(angles, "angle", time)[0]}
    local = points - centre
    rate = np.array(obstacle.get("angular_velocity", [0, 0, 0]), float)
    if rate.any():
        local = turned_back(local, {"axis": rate, "angle": np.linalg.norm(rate) * time})
    return distance_in_axes(obstacle, turned_back(local, rotation))


def rounded_box_volume(size, rounding):
    """That of the box within, its faces moved out, quarters of cylinders and eighths of a ball (Steiner)."""
    a, b, c = (x - 2 * rounding for x in size)
    return (a * b * c + 2 * rounding * (a * b + b * c + c * a) + math.pi * rounding ** 2 * (a + b + c)
            + 4 / 3 * math.pi * rounding ** 3)


def rest_volume(shape):
    """Volume [m^3]; None if it is not known."""
    kind, pi = shape["shape"], math.pi
    if kind == "sphere":
        return 4 / 3 * pi * shape["radius"] ** 3
    if kind == "box":
        return math.prod(shape["size"])
    if kind == "rounded_box":
        return rounded_box_volume(shape["size"], shape["rounding"])
    if kind == "cylinder":
        return pi * shape["radius"] ** 2 * shape["length"]
    if kind == "capsule":
        return pi * shape["radius"] ** 2 * (shape["length"] - 2 / 3 * shape["radius"])
    if kind == "cone":
        bottom, top = shape["radius"], shape["top_radius"]
        return pi / 3 * shape["length"] * (bottom ** 2 + bottom * top + top ** 2)
    if kind == "torus":
        return 2 * pi ** 2 * shape["radius"] * shape["tube_radius"] ** 2
    if kind == "ellipsoid":
        return 4 / 3 * pi * math.prod(shape["radii"])
    return None
