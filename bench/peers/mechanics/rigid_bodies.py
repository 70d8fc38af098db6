"""Rigid bodies, on joints and on a floor, for MuJoCo: functions of the time step [s]. SI units.

As its documentation advises: RK4 for what only swings and turns; for contact implicitfast, elliptic
cones and, against creep, an impedance ratio of 10. Everything else is as it is by default.
"""
import mujoco
import numpy as np

GRAVITY, DENSITY, DEGREE = 9.81, 1000.0, np.pi / 180


def model(body, friction, step):
    """A body, given in MJCF, over a floor z = 0 if it has friction."""
    floor = friction is not None
    integrator = "implicitfast" if floor else "RK4"
    return mujoco.MjModel.from_xml_string(f"""<mujoco>
      <compiler angle="radian"/>
      <option timestep="{step}" gravity="0 0 -{GRAVITY}" integrator="{integrator}" cone="elliptic"
              impratio="10"/>
      <default><geom density="{DENSITY}" condim="3" friction="{friction or 0} 0 0"/></default>
      <worldbody>
        {'<geom type="plane" size="10 10 1"/>' if floor else ''}
        <body {body}</body>
      </worldbody></mujoco>""")


def free(height, geom, turned="1 0 0 0"):
    """MJCF of a free body with its centre at a height."""
    return f'pos="0 0 {height}" quat="{turned}"><freejoint/><geom {geom}/>'


def run(model, data, until, each=None, loaded=None):
    """Steps to a time; `loaded(t)` is gravity then (3), `each()` is called after every step."""
    while data.time < until - 0.5 * model.opt.timestep:
        if loaded:
            model.opt.gravity[:] = loaded(data.time)
        mujoco.mj_step(model, data)
        if each:
            each()


def slope_of(times, values):
    """Of the least-squares line."""
    return np.polyfit(times, values, 1)[0]


def mean_speed(model, data, until):
    """Of a free body along the floor, over the steps up to a time."""
    speeds = []
    run(model, data, until, lambda: speeds.append(np.hypot(*data.qvel[:2])))
    return np.mean(speeds)


def pendulum(step):
    m = model('pos="0 0 0"><joint type="hinge" axis="0 1 0"/>'
              '<geom type="box" size="0.5 0.05 0.05" pos="0.5 0 0"/>', None, step)
    d, before = mujoco.MjData(m), (0.0, 0.0)
    while d.qpos[0] < np.pi / 2:
        before = (d.time, d.qpos[0])
        mujoco.mj_step(m, d)
    return before[0] + (d.time - before[0]) * (np.pi / 2 - before[1]) / (d.qpos[0] - before[1])


def quarter_period():
    """sqrt(I / m g d) K(sin 45 degrees), d = L/2, I = m (L^2 + t^2)/12 + m d^2 [s]."""
    return np.sqrt((1.01 / 12 + 0.25) / (GRAVITY * 0.5)) * 1.8540746773013719


DISC, AXLE, LEAN, SPIN = 0.2, 0.25, 40 * DEGREE, 60.0  # [m], [m], [rad], [rad/s]


def precession():
    """The slower root of A W^2 cos a - C w W + g l = 0, moments over the mass [rad/s]."""
    across = DISC ** 2 / 4 + 0.05 ** 2 / 12 + AXLE ** 2
    a, b, c = across * np.cos(LEAN), DISC ** 2 / 2 * SPIN, GRAVITY * AXLE
    return 2 * c / (b + np.sqrt(b * b - 4 * a * c))


def top(step):
    m = model(f'pos="0 0 0" quat="{np.cos(LEAN / 2)} 0 {np.sin(LEAN / 2)} 0"><joint type="ball"/>'
              f'<geom type="cylinder" size="{DISC} 0.025" pos="0 0 {AXLE}"/>', None, step)
    d, W = mujoco.MjData(m), precession()
    # In the body's axes: W about the vertical, the rest about its own.
    d.qvel[:] = [-W * np.sin(LEAN), 0, W * np.cos(LEAN) + SPIN - W * np.cos(LEAN)]
    run(m, d, 0.4)
    mujoco.mj_kinematics(m, d)
    x, y, _ = d.geom_xpos[0]
    return np.arctan2(y, x) * 0.4 / d.time


def ball(radius, friction, step):
    return model(free(radius, f'type="sphere" size="{radius}"'), friction, step)


def thrown(m, velocity, settle, until):
    d = mujoco.MjData(m)
    d.qvel[:3] = velocity
    run(m, d, settle)
    return mean_speed(m, d, until)


def rigid_skid(step):
    return thrown(ball(0.1, 0.2, step), [0.5, 0.1, 0], 0.3, 0.8)


def skid(step):
    m = ball(0.05, 0.3, step)
    m.opt.gravity[2] = -1
    return thrown(m, [0.05, 0, 0], 0.1, 0.2)


def downhill(slope, azimuth=0.0, gravity=GRAVITY):
    """Gravity (3) as on a slope, down it at an azimuth from x."""
    return gravity * np.array([np.sin(slope) * np.cos(azimuth), np.sin(slope) * np.sin(azimuth),
                               -np.cos(slope)])


def acceleration(m, gravity, rise=0.0, start=0.1, end=0.5):
    """Of a free body down a slope, while gravity is all there."""
    d, times, speeds = mujoco.MjData(m), [], []
    along = np.array([*gravity[:2], 0]) / np.hypot(*gravity[:2])

    def note():
        if d.time >= start:
            times.append(d.time)
            speeds.append(along @ d.qvel[:3])
    run(m, d, end, note, lambda t: gravity * (min(1, t / rise) if rise else 1))
    return slope_of(times, speeds)


def rigid_ball(step):
    return acceleration(ball(0.1, 0.5, step), downhill(10 * DEGREE))


def roll(step):
    return acceleration(ball(0.05, 0.5, step), downhill(10 * DEGREE, 0.5, 1.0))


def rigid_roller(step):
    lying = f"{np.sqrt(0.5)} {np.sqrt(0.5)} 0 0"
    m = model(free(0.1, 'type="cylinder" size="0.1 0.1"', lying), 0.5, step)
    return acceleration(m, downhill(10 * DEGREE))


def rigid_slide(step):
    m = model(free(0.1, 'type="box" size="0.15 0.1 0.1"'), 0.3, step)
    return acceleration(m, downhill(30 * DEGREE))


HEIGHT = 0.05  # of the flat block [m]


def block(friction, step):
    return model(free(HEIGHT / 2, f'type="box" size="{1.25 * HEIGHT} {HEIGHT} {HEIGHT / 2}"'),
                 friction, step)


def slide(step):
    return acceleration(block(0.3, step), downhill(30 * DEGREE), 0.04, 0.1, 0.25)


def stop(step):
    m = block(0.3, step)
    d = mujoco.MjData(m)
    d.qvel[:2] = [0.4, 0.2]
    run(m, d, 0.25)
    return np.hypot(*d.qpos[:2])


def rest(step):
    m = block(0.505, step)
    d, all_of_it = mujoco.MjData(m), downhill(np.arctan(0.5))

    def loaded(t):
        return all_of_it * min(1, t / 0.04)
    run(m, d, 0.15, loaded=loaded)
    start = d.qpos[:3].copy()
    run(m, d, 0.15 + 1 / 3, loaded=loaded)
    return np.linalg.norm(d.qpos[:3] - start)


def let_go(friction):
    """As ours: from the speed afterwards, less that with which it creeps while it still holds."""
    def measure(step):
        rise, start, later = 30.0, 0.1, 0.1
        holding = friction * GRAVITY / rise
        end = start + holding + later
        m = block(friction, step)
        d = mujoco.MjData(m)

        def loaded(t):
            return np.array([rise * max(0, t - start), 0, -GRAVITY * min(1, t / 0.04)])
        run(m, d, start + 0.3 * holding, loaded=loaded)
        creep = []
        run(m, d, start + 0.9 * holding, lambda: creep.append(d.qvel[0]), loaded)
        run(m, d, end, loaded=loaded)
        slid = max(0, d.qvel[0] - np.mean(creep))
        return rise * (end - start - np.sqrt(2 * slid / rise)) / GRAVITY
    return measure


def puck(step):
    """Torque of friction from the rate at which the spin is braked [N m]."""
    radius = 0.05
    m = model(free(radius / 4, f'type="cylinder" size="{radius} {radius / 4}"'), 0.3, step)
    d, times, spins = mujoco.MjData(m), [], []
    d.qvel[5] = 20

    def note():
        if d.time > 0.04:
            times.append(d.time)
            spins.append(m.body_inertia[1][2] * d.qvel[5])
    run(m, d, 0.12, note, lambda t: np.array([0, 0, -GRAVITY * min(1, t / 0.02)]))
    return -slope_of(times, spins)


def bounced(step):
    """A ball that flies at a floor at an angle: what it gains of velocity (3) and of spin (3)."""
    m = ball(0.05, 0.1, step)
    m.opt.gravity[:] = 0
    d = mujoco.MjData(m)
    d.qpos[2] += 2e-4
    d.qvel[:3] = [0.06, 0, -0.02]
    before = d.qvel.copy()
    run(m, d, 0.14)
    gained = d.qvel - before
    return gained[:3], gained[3:]


def bounce_friction(step):
    velocity, _ = bounced(step)
    return -velocity[0] / velocity[2]


def bounce_spin(step):
    """Spin over R times the momentum that friction took, with I = 2/5 m R^2."""
    velocity, spin = bounced(step)
    return -0.4 * 0.05 * spin[1] / velocity[0]
