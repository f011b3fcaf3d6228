#!/bin/sh
# A cluster of Slurm on this machine, with two nodes and without systemd, cgroups or munge, for the tests:
#
#     slurm.sh start FOLDER    its files go into FOLDER; commands find it by SLURM_CONF=FOLDER/slurm.conf
#     slurm.sh stop FOLDER
#
# All of it listens on 127.0.0.1. Exit status 3: it cannot be started here, for the reason that is printed.
set -eu
folder=$2
SLURM_CONF=$folder/slurm.conf
export SLURM_CONF

skip() {
    echo "$1"
    exit 3
}

# A port for each daemon that differs from one run to the next, so that two do not meet.
write_conf() {
    host=$(hostname)
    port=$((20000 + $$ % 10000))
    cat >"$SLURM_CONF" <<END
ClusterName=rowan
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=$port
SlurmUser=root
AuthType=auth/none
CredType=cred/none
MpiDefault=none
StateSaveLocation=$folder
SlurmdSpoolDir=$folder/%n
SlurmctldPidFile=$folder/ctld.pid
SlurmdPidFile=$folder/%n.pid
SlurmctldLogFile=$folder/ctld.log
SlurmdLogFile=$folder/%n.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core_Memory
SchedulerParameters=batch_sched_delay=0,sched_interval=2
ReturnToService=2
KillWait=2
NodeName=node[1-2] NodeAddr=127.0.0.1 NodeHostname=$host Port=[$((port + 1))-$((port + 2))] CPUs=2 RealMemory=4000
PartitionName=all Nodes=ALL Default=YES
END
}

start() {
    for program in slurmctld slurmd sbatch; do
        command -v "$program" >/dev/null || skip "$program is not installed"
    done
    [ "$(id -u)" = 0 ] || skip 'only root can start slurmctld like this'
    write_conf
    slurmctld
    slurmd -N node1
    slurmd -N node2
    for _ in $(seq 100); do
        [ "$(sinfo -h -t idle -o %D 2>/dev/null)" = 2 ] && return
        sleep 0.1
    done
    stop
    skip 'the nodes of the cluster do not get idle'
}

# The daemons end by themselves; what does not is killed, by its own number.
stop() {
    scancel -u root 2>/dev/null || true
    scontrol shutdown 2>/dev/null || true
    for file in "$folder"/*.pid; do
        [ -e "$file" ] || continue
        number=$(cat "$file" 2>/dev/null) || continue
        for _ in $(seq 50); do
            kill -0 "$number" 2>/dev/null || break
            sleep 0.1
        done
        kill -9 "$number" 2>/dev/null || true
    done
}

"$1"
